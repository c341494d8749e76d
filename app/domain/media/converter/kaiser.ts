/** The modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Stop-band attenuation in dB. */
const ATTENUATION = 156;
const BETA = 0.1102 * (ATTENUATION - 8.7);

/** A linear-phase low-pass filter. Frequencies in cycles per sample. */
export interface LowPass {
  /** End of the pass band. */
  pass: number;
  /** Start of the stop band. */
  stop: number;
}

/** Half the filter's length in samples (Kaiser's estimate). */
export function reach({ pass, stop }: LowPass): number {
  return Math.ceil((ATTENUATION - 7.95) / (2 * 2.285 * 2 * Math.PI * (stop - pass)));
}

/** The filter's value at a distance of `x` samples, `width` being where it ends. */
export function kernel({ pass, stop }: LowPass, width: number): (x: number) => number {
  const cutoff = pass + stop;
  const scale = 1 / bessel(BETA);
  return (x) => {
    const inside = 1 - (x / width) ** 2;
    if (inside < 0) return 0;
    const angle = Math.PI * cutoff * x;
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
    return cutoff * sinc * bessel(BETA * Math.sqrt(inside)) * scale;
  };
}
