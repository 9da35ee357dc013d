"""Calls OpenCV functions with OpenCL kernels on a picture; prints mean and deviation of each result."""

import cv2
import numpy

cv2.ocl.setUseOpenCL(True)
assert cv2.ocl.useOpenCL()
y, x = numpy.mgrid[0:768, 0:1024]
noise = numpy.random.RandomState(1).randint(0, 32, (768, 1024))
grey = ((((x // 16) ^ (y // 16)) * 37 + noise) % 256).astype(numpy.uint8)
picture = cv2.UMat(cv2.merge([grey, grey[::-1].copy(), grey[:, ::-1].copy()]))
grey = cv2.UMat(grey)
reals = cv2.UMat(numpy.asarray(grey.get(), numpy.float32))
turn = cv2.getRotationMatrix2D((512, 384), 20, 1.1)

functions = {
    "blur": lambda: cv2.blur(picture, (5, 5)),
    "Gaussian": lambda: cv2.GaussianBlur(picture, (7, 7), 1.5),
    "median": lambda: cv2.medianBlur(grey, 5),
    "bilateral": lambda: cv2.bilateralFilter(grey, 7, 40, 40),
    "Sobel": lambda: cv2.Sobel(grey, cv2.CV_16S, 1, 0),
    "Laplacian": lambda: cv2.Laplacian(grey, cv2.CV_32F, ksize=3),
    "Canny": lambda: cv2.Canny(grey, 50, 150),
    "erosion": lambda: cv2.erode(grey, numpy.ones((5, 5), numpy.uint8)),
    "resize": lambda: cv2.resize(picture, (640, 480), interpolation=cv2.INTER_LINEAR),
    "resize by areas": lambda: cv2.resize(picture, (512, 384), interpolation=cv2.INTER_AREA),
    "affine": lambda: cv2.warpAffine(picture, turn, (1024, 768)),
    "pyramid down": lambda: cv2.pyrDown(picture),
    "pyramid up": lambda: cv2.pyrUp(grey),
    "to grey": lambda: cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY),
    "to HSV": lambda: cv2.cvtColor(picture, cv2.COLOR_BGR2HSV),
    "to Lab": lambda: cv2.cvtColor(picture, cv2.COLOR_BGR2Lab),
    "threshold": lambda: cv2.threshold(grey, 128, 255, cv2.THRESH_BINARY)[1],
    "equalize": lambda: cv2.equalizeHist(grey),
    "sum": lambda: cv2.integral(grey),
    "corners": lambda: cv2.cornerHarris(grey, 3, 3, 0.04),
    "match": lambda: cv2.matchTemplate(grey, cv2.UMat(grey.get()[100:116, 100:116].copy()), cv2.TM_SQDIFF),
    "DFT": lambda: cv2.dft(reals, flags=cv2.DFT_COMPLEX_OUTPUT),
    "product": lambda: cv2.gemm(reals, reals, 1e-4, None, 0, flags=cv2.GEMM_2_T),
    "exp": lambda: cv2.exp(cv2.multiply(reals, 0.01)),
    "difference": lambda: cv2.absdiff(picture, cv2.flip(picture, 1)),
    "flow": lambda: cv2.calcOpticalFlowFarneback(grey, cv2.flip(grey, 1), None, 0.5, 2, 15, 1, 5, 1.2, 0),
}
for name, function in functions.items():
    for _ in range(3):
        result = function()
    result = numpy.asarray(result.get(), numpy.float64)
    print(f"{name}: {result.mean():.5g} {result.std():.5g}")
print("done")
