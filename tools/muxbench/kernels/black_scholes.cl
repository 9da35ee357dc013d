// The cumulative normal distribution, after Abramowitz and Stegun 26.2.17.
float below(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float polynomial =
      k * (0.319381530f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * exp(-0.5f * d * d) * polynomial;
  return d > 0.0f ? 1.0f - tail : tail;
}

// Prices of European call and put options.
kernel void black_scholes(global const float *prices, global const float *strikes,
                          global const float *years, global float *calls, global float *puts,
                          float rate, float volatility) {
  const size_t i = get_global_id(0);
  const float price = prices[i];
  const float strike = strikes[i];
  const float time = years[i];
  const float deviation = volatility * sqrt(time);
  const float d1 =
      (log(price / strike) + (rate + 0.5f * volatility * volatility) * time) / deviation;
  const float d2 = d1 - deviation;
  const float discounted = strike * exp(-rate * time);
  const float below1 = below(d1);
  const float below2 = below(d2);
  calls[i] = price * below1 - discounted * below2;
  puts[i] = discounted * (1.0f - below2) - price * (1.0f - below1);
}
