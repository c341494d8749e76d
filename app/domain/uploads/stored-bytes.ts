import { type Piece, type PieceRange, planAssembly } from "./pieces";
import { partRange } from "./upload-plan";

/** What the server says it has of a file. */
export interface Inventory {
  parts: readonly number[];
  pieces: readonly Piece[];
}

/** Bytes of a file that lie within one of its parts. */
export interface FileRange extends PieceRange {
  part: number;
  /** Where the part begins in the file. */
  partStart: number;
}

/** What the server has of one file, and what comes next. Offsets count from the file's first byte. */
export class StoredBytes {
  private ranges: PieceRange[] = [];

  constructor(
    private readonly size: number,
    private readonly partSize: number,
    inventory: Inventory,
  ) {
    this.add(inventory);
  }

  private rangeOf(number: number): PieceRange {
    const { start, end } = partRange(this.size, this.partSize, number) ?? { start: 0, end: 0 };
    return { offset: start, size: end - start };
  }

  private missing(besides: readonly PieceRange[] = []): PieceRange[] {
    return planAssembly([...this.ranges, ...besides], this.size).missing;
  }

  addRange(range: PieceRange): void {
    const missing = this.missing([range]);
    this.ranges = planAssembly(missing, this.size).missing;
  }

  add({ parts, pieces }: Inventory): void {
    for (const number of parts) this.addRange(this.rangeOf(number));
    for (const { part, offset, size } of pieces)
      this.addRange({ offset: this.rangeOf(part).offset + offset, size });
  }

  /** The server lacks a part. */
  removePart(number: number): void {
    this.ranges = planAssembly([...this.missing(), this.rangeOf(number)], this.size).missing;
  }

  /** The first bytes that the server lacks and that are not in `inFlight`. */
  next(inFlight: readonly PieceRange[]): FileRange | undefined {
    const [gap] = this.missing(inFlight);
    if (!gap) return undefined;
    const part = Math.floor(gap.offset / this.partSize) + 1;
    const { offset: partStart, size: partLength } = this.rangeOf(part);
    const size = Math.min(gap.size, partStart + partLength - gap.offset);
    return { part, partStart, offset: gap.offset, size };
  }

  isFinished(): boolean {
    return this.missing().length === 0;
  }

  /** Bytes that the server has. */
  total(): number {
    return this.size - this.missing().reduce((sum, { size }) => sum + size, 0);
  }
}
