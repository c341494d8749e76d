/** Random numbers from 0 up to 1, the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = (Math.imul(seed, 2654435761) ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Cuts that come after random numbers of bytes. */
export class RandomCuts {
  private bytes = 0;
  private left = 0;
  private next = 0;
  private distance = () => 0;

  constructor(private readonly cutLine: () => void) {}

  /**
   * Plans `count` cuts, from `least` to `most` bytes apart.
   * @returns how many are still to come.
   */
  set(count: number, seed: number, [least, most]: readonly [number, number]): () => number {
    const random = seededRandom(seed);
    this.distance = () => least + Math.floor(random() * (most - least + 1));
    this.left = count;
    this.next = this.bytes + this.distance();
    return () => this.left;
  }

  /** Counts bytes that have gone by, and cuts when it is time. */
  passed(bytes: number): void {
    this.bytes += bytes;
    if (this.left === 0 || this.bytes < this.next) return;
    this.left -= 1;
    this.next = this.bytes + this.distance();
    this.cutLine();
  }
}
