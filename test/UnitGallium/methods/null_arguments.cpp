#include "fixtures.h"

namespace gallium_test::null_arguments {

namespace {

/// Requires that a call without any object was refused, with a text that names it.
void refuse_nothing(std::string_view name, mux_result_t result) {
  INFO(name);
  CHECK((result == mux_error_invalid_value || result == mux_error_null_out_parameter));
  const std::string_view text = muxGetLastErrorMessage();
  CHECK(text.substr(0, name.size() + 2) == std::string(name) + ": ");
}

}  // namespace

TEST_CASE("null_arguments: every entry point refuses to be called without objects") {
  refuse_nothing("muxGalliumCreateSurface",
                 muxGalliumCreateSurface(nullptr, nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumSurfaceDestroy", muxGalliumSurfaceDestroy(nullptr, nullptr));
  refuse_nothing("muxGalliumSetFramebufferState", muxGalliumSetFramebufferState(nullptr, nullptr));
  refuse_nothing("muxGalliumClear", muxGalliumClear(nullptr, 0, nullptr, 0.0, 0));
  refuse_nothing("muxGalliumClearRenderTarget",
                 muxGalliumClearRenderTarget(nullptr, nullptr, nullptr, 0, 0, 0, 0, false));
  refuse_nothing("muxGalliumClearDepthStencil",
                 muxGalliumClearDepthStencil(nullptr, nullptr, 0, 0.0, 0, 0, 0, 0, 0, false));
  refuse_nothing("muxGalliumClearTexture",
                 muxGalliumClearTexture(nullptr, nullptr, 0, nullptr, nullptr));
  refuse_nothing("muxGalliumClearBuffer",
                 muxGalliumClearBuffer(nullptr, nullptr, 0, 0, nullptr, 0));
  refuse_nothing("muxGalliumResourceCopyRegion",
                 muxGalliumResourceCopyRegion(nullptr, nullptr, 0, 0, 0, 0, nullptr, 0, nullptr));
  refuse_nothing("muxGalliumBlit", muxGalliumBlit(nullptr, nullptr));
  refuse_nothing("muxGalliumResourceResolve",
                 muxGalliumResourceResolve(nullptr, nullptr, 0, nullptr, 0));
  refuse_nothing("muxGalliumGenerateMipmap",
                 muxGalliumGenerateMipmap(nullptr, nullptr, {}, 0, 0, 0, 0, nullptr));
  refuse_nothing("muxGalliumCreateComputeState",
                 muxGalliumCreateComputeState(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumBindComputeState", muxGalliumBindComputeState(nullptr, nullptr));
  refuse_nothing("muxGalliumDestroyComputeState", muxGalliumDestroyComputeState(nullptr, nullptr));
  refuse_nothing("muxGalliumGetComputeStateInfo",
                 muxGalliumGetComputeStateInfo(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumGetComputeEntryPoint",
                 muxGalliumGetComputeEntryPoint(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumLaunchGrid", muxGalliumLaunchGrid(nullptr, nullptr));
  refuse_nothing("muxGalliumSetGlobalBinding",
                 muxGalliumSetGlobalBinding(nullptr, 0, 0, nullptr, nullptr));
  refuse_nothing("muxGalliumCreateContext", muxGalliumCreateContext(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumDestroyContext", muxGalliumDestroyContext(nullptr));
  refuse_nothing("muxGalliumFlush", muxGalliumFlush(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumFlushResource", muxGalliumFlushResource(nullptr, nullptr));
  refuse_nothing("muxGalliumCreateFence", muxGalliumCreateFence(nullptr, {}, nullptr));
  refuse_nothing("muxGalliumCreateFenceFromFile",
                 muxGalliumCreateFenceFromFile(nullptr, 0, {}, nullptr));
  refuse_nothing("muxGalliumGetFenceFile", muxGalliumGetFenceFile(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumRetainFence", muxGalliumRetainFence(nullptr));
  refuse_nothing("muxGalliumReleaseFence", muxGalliumReleaseFence(nullptr));
  refuse_nothing("muxGalliumFenceFinish",
                 muxGalliumFenceFinish(nullptr, nullptr, nullptr, 0, nullptr));
  refuse_nothing("muxGalliumFenceServerSync", muxGalliumFenceServerSync(nullptr, nullptr));
  refuse_nothing("muxGalliumFenceServerSignal", muxGalliumFenceServerSignal(nullptr, nullptr));
  refuse_nothing("muxGalliumTextureBarrier", muxGalliumTextureBarrier(nullptr, 0));
  refuse_nothing("muxGalliumMemoryBarrier", muxGalliumMemoryBarrier(nullptr, 0));
  refuse_nothing("muxGalliumIsResourceReferenced",
                 muxGalliumIsResourceReferenced(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumGetDeviceResetStatus",
                 muxGalliumGetDeviceResetStatus(nullptr, nullptr));
  refuse_nothing("muxGalliumSetDeviceResetCallback",
                 muxGalliumSetDeviceResetCallback(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumInjectDeviceReset", muxGalliumInjectDeviceReset(nullptr, {}));
  refuse_nothing("muxGalliumSetDebugCallback", muxGalliumSetDebugCallback(nullptr, nullptr));
  refuse_nothing("muxGalliumCreateQuery", muxGalliumCreateQuery(nullptr, {}, 0, nullptr));
  refuse_nothing("muxGalliumDestroyQuery", muxGalliumDestroyQuery(nullptr, nullptr));
  refuse_nothing("muxGalliumBeginQuery", muxGalliumBeginQuery(nullptr, nullptr));
  refuse_nothing("muxGalliumEndQuery", muxGalliumEndQuery(nullptr, nullptr));
  refuse_nothing("muxGalliumGetQueryResult",
                 muxGalliumGetQueryResult(nullptr, nullptr, false, nullptr, nullptr));
  refuse_nothing("muxGalliumGetQueryResultResource",
                 muxGalliumGetQueryResultResource(nullptr, nullptr, false, {}, 0, nullptr, 0));
  refuse_nothing("muxGalliumSetActiveQueryState", muxGalliumSetActiveQueryState(nullptr, false));
  refuse_nothing("muxGalliumRenderCondition",
                 muxGalliumRenderCondition(nullptr, nullptr, false, {}));
  refuse_nothing("muxGalliumCreateScreen", muxGalliumCreateScreen(nullptr, {}, nullptr));
  refuse_nothing("muxGalliumDestroyScreen", muxGalliumDestroyScreen(nullptr));
  refuse_nothing("muxGalliumGetScreenInfo", muxGalliumGetScreenInfo(nullptr, nullptr));
  refuse_nothing("muxGalliumGetTimestamp", muxGalliumGetTimestamp(nullptr, nullptr));
  refuse_nothing("muxGalliumGetFormatInfo", muxGalliumGetFormatInfo({}, nullptr));
  refuse_nothing("muxGalliumIsFormatSupported",
                 muxGalliumIsFormatSupported(nullptr, {}, {}, 0, 0, nullptr));
  refuse_nothing("muxGalliumCreateResource", muxGalliumCreateResource(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumCreateResourceFromMemory",
                 muxGalliumCreateResourceFromMemory(nullptr, nullptr, nullptr, 0, nullptr));
  refuse_nothing("muxGalliumRetainResource", muxGalliumRetainResource(nullptr));
  refuse_nothing("muxGalliumReleaseResource", muxGalliumReleaseResource(nullptr));
  refuse_nothing("muxGalliumGetResourceInfo", muxGalliumGetResourceInfo(nullptr, nullptr));
  refuse_nothing("muxGalliumGetResourceLayout", muxGalliumGetResourceLayout(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumGetResourceSize", muxGalliumGetResourceSize(nullptr, nullptr));
  refuse_nothing("muxGalliumSetConstantBuffer",
                 muxGalliumSetConstantBuffer(nullptr, {}, 0, nullptr));
  refuse_nothing("muxGalliumSetInlinableConstants",
                 muxGalliumSetInlinableConstants(nullptr, {}, 0, nullptr));
  refuse_nothing("muxGalliumGetInlinableConstants",
                 muxGalliumGetInlinableConstants(nullptr, {}, nullptr, nullptr));
  refuse_nothing("muxGalliumSetShaderBuffers",
                 muxGalliumSetShaderBuffers(nullptr, {}, 0, 0, nullptr, 0));
  refuse_nothing("muxGalliumSetComputeResources",
                 muxGalliumSetComputeResources(nullptr, 0, 0, nullptr));
  refuse_nothing("muxGalliumSetHwAtomicBuffers",
                 muxGalliumSetHwAtomicBuffers(nullptr, 0, 0, nullptr));
  refuse_nothing("muxGalliumSetShaderImages",
                 muxGalliumSetShaderImages(nullptr, {}, 0, 0, nullptr));
  refuse_nothing("muxGalliumCreateSamplerState",
                 muxGalliumCreateSamplerState(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumBindSamplerStates",
                 muxGalliumBindSamplerStates(nullptr, {}, 0, 0, nullptr));
  refuse_nothing("muxGalliumBindFragmentSamplerStates",
                 muxGalliumBindFragmentSamplerStates(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumBindVertexSamplerStates",
                 muxGalliumBindVertexSamplerStates(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumDestroySamplerState", muxGalliumDestroySamplerState(nullptr, nullptr));
  refuse_nothing("muxGalliumCreateSamplerView",
                 muxGalliumCreateSamplerView(nullptr, nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumSamplerViewDestroy", muxGalliumSamplerViewDestroy(nullptr, nullptr));
  refuse_nothing("muxGalliumSetSamplerViews",
                 muxGalliumSetSamplerViews(nullptr, {}, 0, 0, nullptr));
  refuse_nothing("muxGalliumSetFragmentSamplerViews",
                 muxGalliumSetFragmentSamplerViews(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumSetVertexSamplerViews",
                 muxGalliumSetVertexSamplerViews(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumCreateTextureHandle",
                 muxGalliumCreateTextureHandle(nullptr, nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumDeleteTextureHandle", muxGalliumDeleteTextureHandle(nullptr, 0));
  refuse_nothing("muxGalliumMakeTextureHandleResident",
                 muxGalliumMakeTextureHandleResident(nullptr, 0, false));
  refuse_nothing("muxGalliumCreateImageHandle",
                 muxGalliumCreateImageHandle(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumDeleteImageHandle", muxGalliumDeleteImageHandle(nullptr, 0));
  refuse_nothing("muxGalliumMakeImageHandleResident",
                 muxGalliumMakeImageHandleResident(nullptr, 0, 0, false));
  refuse_nothing("muxGalliumTransferMap",
                 muxGalliumTransferMap(nullptr, nullptr, 0, 0, nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumTransferUnmap", muxGalliumTransferUnmap(nullptr, nullptr));
  refuse_nothing("muxGalliumTransferFlushRegion",
                 muxGalliumTransferFlushRegion(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumGetTransferInfo", muxGalliumGetTransferInfo(nullptr, nullptr));
  refuse_nothing("muxGalliumBufferSubdata",
                 muxGalliumBufferSubdata(nullptr, nullptr, 0, 0, 0, nullptr));
  refuse_nothing("muxGalliumTextureSubdata",
                 muxGalliumTextureSubdata(nullptr, nullptr, 0, 0, nullptr, nullptr, 0, 0));
  refuse_nothing("muxGalliumResourceCommit",
                 muxGalliumResourceCommit(nullptr, nullptr, 0, nullptr, false));
  refuse_nothing("muxGalliumInvalidateResource", muxGalliumInvalidateResource(nullptr, nullptr));
  refuse_nothing("muxGalliumGetStreamUploader", muxGalliumGetStreamUploader(nullptr, nullptr));
  refuse_nothing("muxGalliumGetConstUploader", muxGalliumGetConstUploader(nullptr, nullptr));
  refuse_nothing("muxGalliumUploadAlloc",
                 muxGalliumUploadAlloc(nullptr, 0, 0, 0, nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumUploadData",
                 muxGalliumUploadData(nullptr, 0, 0, 0, nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumUploadUnmap", muxGalliumUploadUnmap(nullptr));
  refuse_nothing("muxGalliumTransferInlineWrite",
                 muxGalliumTransferInlineWrite(nullptr, nullptr, 0, 0, nullptr, nullptr, 0, 0));
  refuse_nothing("muxGalliumGetTransfer",
                 muxGalliumGetTransfer(nullptr, nullptr, 0, 0, nullptr, nullptr));
  refuse_nothing("muxGalliumTransferMapExisting",
                 muxGalliumTransferMapExisting(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumTransferDestroy", muxGalliumTransferDestroy(nullptr, nullptr));
}

TEST_CASE("null_arguments: every entry point of draws refuses to be called without objects") {
  refuse_nothing("muxGalliumCreateBlendState",
                 muxGalliumCreateBlendState(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumBindBlendState", muxGalliumBindBlendState(nullptr, nullptr));
  refuse_nothing("muxGalliumDestroyBlendState", muxGalliumDestroyBlendState(nullptr, nullptr));
  refuse_nothing("muxGalliumCreateRasterizerState",
                 muxGalliumCreateRasterizerState(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumBindRasterizerState", muxGalliumBindRasterizerState(nullptr, nullptr));
  refuse_nothing("muxGalliumDestroyRasterizerState",
                 muxGalliumDestroyRasterizerState(nullptr, nullptr));
  refuse_nothing("muxGalliumCreateDepthStencilAlphaState",
                 muxGalliumCreateDepthStencilAlphaState(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumBindDepthStencilAlphaState",
                 muxGalliumBindDepthStencilAlphaState(nullptr, nullptr));
  refuse_nothing("muxGalliumDestroyDepthStencilAlphaState",
                 muxGalliumDestroyDepthStencilAlphaState(nullptr, nullptr));
  refuse_nothing("muxGalliumCreateVertexElementsState",
                 muxGalliumCreateVertexElementsState(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumBindVertexElementsState",
                 muxGalliumBindVertexElementsState(nullptr, nullptr));
  refuse_nothing("muxGalliumDestroyVertexElementsState",
                 muxGalliumDestroyVertexElementsState(nullptr, nullptr));
  refuse_nothing("muxGalliumCreateShader", muxGalliumCreateShader(nullptr, nullptr, nullptr));
  refuse_nothing("muxGalliumBindShader", muxGalliumBindShader(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumDestroyShader", muxGalliumDestroyShader(nullptr, nullptr));
  refuse_nothing("muxGalliumSetStencilRef", muxGalliumSetStencilRef(nullptr, 0, 0));
  refuse_nothing("muxGalliumSetBlendColor", muxGalliumSetBlendColor(nullptr, nullptr));
  refuse_nothing("muxGalliumSetSampleMask", muxGalliumSetSampleMask(nullptr, 0));
  refuse_nothing("muxGalliumSetMinSamples", muxGalliumSetMinSamples(nullptr, 0));
  refuse_nothing("muxGalliumSetClipState", muxGalliumSetClipState(nullptr, nullptr));
  refuse_nothing("muxGalliumSetPolygonStipple", muxGalliumSetPolygonStipple(nullptr, nullptr));
  refuse_nothing("muxGalliumSetScissorStates", muxGalliumSetScissorStates(nullptr, 0, 0, nullptr));
  refuse_nothing("muxGalliumSetViewportStates",
                 muxGalliumSetViewportStates(nullptr, 0, 0, nullptr));
  refuse_nothing("muxGalliumSetVertexBuffers", muxGalliumSetVertexBuffers(nullptr, 0, nullptr));
  refuse_nothing("muxGalliumSetIndexBuffer", muxGalliumSetIndexBuffer(nullptr, nullptr, 0, 0));
  refuse_nothing("muxGalliumCreateStreamOutputTarget",
                 muxGalliumCreateStreamOutputTarget(nullptr, nullptr, 0, 0, nullptr));
  refuse_nothing("muxGalliumStreamOutputTargetDestroy",
                 muxGalliumStreamOutputTargetDestroy(nullptr, nullptr));
  refuse_nothing("muxGalliumSetStreamOutputTargets",
                 muxGalliumSetStreamOutputTargets(nullptr, 0, nullptr, nullptr));
  refuse_nothing("muxGalliumDrawVbo", muxGalliumDrawVbo(nullptr, nullptr));
}

}  // namespace gallium_test::null_arguments
