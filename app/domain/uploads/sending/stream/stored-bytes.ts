import { type Piece, type PieceRange, planAssembly } from "../../pieces";
import { partCount, partRange } from "../../upload-plan";

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
  private readonly wholeParts = new Set<number>();

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

  private numbers(): number[] {
    const length = partCount(this.size, this.partSize);
    return Array.from({ length }, (_, index) => index + 1);
  }

  private missing(besides: readonly PieceRange[] = []): PieceRange[] {
    return planAssembly([...this.ranges, ...besides], this.size).missing;
  }

  private isCovered(part: PieceRange): boolean {
    const end = part.offset + part.size;
    return !this.missing().some(({ offset, size }) => offset < end && offset + size > part.offset);
  }

  /** The server has this range. */
  addRange(range: PieceRange): void {
    const missing = this.missing([range]);
    this.ranges = planAssembly(missing, this.size).missing;
  }

  /** The server has the whole part, as one. */
  addPart(number: number): void {
    this.wholeParts.add(number);
    this.addRange(this.rangeOf(number));
  }

  add({ parts, pieces }: Inventory): void {
    for (const number of parts) this.addPart(number);
    for (const { part, offset, size } of pieces)
      this.addRange({ offset: this.rangeOf(part).offset + offset, size });
  }

  /** The server lacks these ranges of a part (from its start), or all of it. */
  remove(number: number, lost?: readonly PieceRange[]): void {
    const part = this.rangeOf(number);
    const lostRanges = lost?.map(({ offset, size }) => ({ offset: part.offset + offset, size }));
    this.wholeParts.delete(number);
    const missing = [...this.missing(), ...(lostRanges ?? [part])];
    this.ranges = planAssembly(missing, this.size).missing;
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

  /** Parts that arrived in pieces, all of them, and are to be joined. */
  joinable(): number[] {
    return this.numbers().filter(
      (number) => !this.wholeParts.has(number) && this.isCovered(this.rangeOf(number)),
    );
  }

  /** Whether the server has every part as one. */
  isFinished(): boolean {
    return this.numbers().every((number) => this.wholeParts.has(number));
  }

  /** Bytes that the server has. */
  total(): number {
    return this.size - this.missing().reduce((sum, { size }) => sum + size, 0);
  }
}
