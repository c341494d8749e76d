import { type Piece, type PieceRange, planAssembly } from "../pieces";
import { partCount, partRange } from "../upload-plan";

/** Longer ones would only make what the server has acknowledged grow in leaps. */
export const LONGEST_PIECE_BYTES = 1024 * 1024;

/** What goes in one request: a whole part, or a piece of one. */
export interface SendUnit extends Piece {
  whole: boolean;
}

/** What the server says it has of a file. */
export interface Inventory {
  parts: readonly number[];
  pieces: readonly Piece[];
}

interface Part {
  number: number;
  length: number;
  /** `joining`: its pieces are all there, and being made one. `held`: the server has it whole. */
  state: "open" | "joining" | "held";
  pieces: PieceRange[];
  /** On their way, or of unknown fate until the server is asked. */
  out: SendUnit[];
}

const numberOf = ({ number }: Part) => number;

/** What of one file is held, on its way, in doubt and still to be sent. */
export type WorkList = ReturnType<typeof openWorkList>;

/**
 * The list of what a file still needs. Nothing that is held, on its way or in doubt is ever handed
 * out, and a part of which there are pieces is finished in pieces.
 */
export function openWorkList(size: number, partSize: number, inventory: Inventory) {
  const parts = Array.from({ length: partCount(size, partSize) }, (_, index): Part => {
    const range = partRange(size, partSize, index + 1);
    const length = range ? range.end - range.start : 0;
    return { number: index + 1, length, state: "open", pieces: [], out: [] };
  });
  let doubts: { unit: SendUnit; at: number }[] = [];
  for (const number of inventory.parts) hold(number);
  for (const piece of inventory.pieces) keepPiece(piece);

  function at(number: number): Part | undefined {
    return parts[number - 1];
  }

  function hold(number: number): void {
    const part = at(number);
    if (part) Object.assign(part, { state: "held", pieces: [] });
  }

  function keepPiece({ part: number, offset, size }: Piece): void {
    const part = at(number);
    if (!part || part.state === "held") return;
    if (!part.pieces.some((one) => one.offset === offset && one.size === size))
      part.pieces.push({ offset, size });
  }

  function bytesHeld({ state, length, pieces }: Part): number {
    if (state === "held") return length;
    const open = planAssembly(pieces, length).missing;
    return length - open.reduce((sum, gap) => sum + gap.size, 0);
  }

  function bring(unit: SendUnit): void {
    const part = at(unit.part);
    if (part) part.out = part.out.filter((other) => other !== unit);
  }

  function unitOf(part: Part, pieceBytes: number | undefined): SendUnit | undefined {
    if (part.state !== "open" || part.out.some(({ whole }) => whole)) return undefined;
    const isBegun = part.pieces.length > 0 || part.out.length > 0;
    if (!isBegun && pieceBytes === undefined)
      return { part: part.number, offset: 0, size: part.length, whole: true };
    const coveredStretches = [...part.pieces, ...part.out];
    const piece = nextPiece(part.length, coveredStretches, pieceBytes ?? LONGEST_PIECE_BYTES);
    return piece && { part: part.number, ...piece, whole: false };
  }

  return {
    /**
     * Hands out the next unit, as on its way.
     * @param pieceBytes set when parts are to go in pieces of so many bytes.
     */
    next(pieceBytes: number | undefined): SendUnit | undefined {
      for (const part of parts) {
        const unit = unitOf(part, pieceBytes);
        if (!unit) continue;
        part.out.push(unit);
        return unit;
      }
      return undefined;
    },

    /** The server has acknowledged a unit. */
    done(unit: SendUnit): void {
      bring(unit);
      if (unit.whole) hold(unit.part);
      else keepPiece(unit);
    },

    /** The server has only the first `bytes` of a piece; the rest is to be sent. */
    partly(unit: SendUnit, bytes: number): void {
      bring(unit);
      if (bytes > 0) keepPiece({ ...unit, size: Math.min(bytes, unit.size) });
    },

    /**
     * A unit may have got through, or some of it, and stays out until {@link settle} knows: its answer was lost.
     */
    doubt(unit: SendUnit, at = 0): void {
      doubts.push({ unit, at });
    },

    /** A unit has not got through, and is to be sent again. */
    giveBack(unit: SendUnit): void {
      bring(unit);
    },

    /** The units whose fate the server has to be asked about, those in doubt since `by` or longer. */
    doubts: (by = Number.POSITIVE_INFINITY): readonly SendUnit[] =>
      doubts.flatMap(({ unit, at }) => (at <= by ? [unit] : [])),

    /**
     * Settles doubts by what the server has.
     * @param doubtful what was in doubt when it was asked: it knows nothing of what came later.
     * @returns the parts of which some more has got through than was known.
     */
    settle(doubtful: readonly SendUnit[], now: Inventory): number[] {
      const before = parts.map(bytesHeld);
      doubts = doubts.filter(({ unit }) => !doubtful.includes(unit));
      for (const unit of doubtful) bring(unit);
      for (const number of now.parts) hold(number);
      for (const piece of now.pieces) keepPiece(piece);
      return parts.filter((part, index) => bytesHeld(part) > (before[index] ?? 0)).map(numberOf);
    },

    /** Parts whose pieces are all there, ready to be joined. */
    joinable(): number[] {
      return parts
        .filter(({ state, out }) => state === "open" && out.length === 0)
        .filter(({ pieces }) => pieces.length > 0)
        .filter(({ pieces, length }) => planAssembly(pieces, length).missing.length === 0)
        .map(numberOf);
    },

    /** A join is on its way (`true`), or did not work. */
    joining(number: number, under: boolean): void {
      const part = at(number);
      if (part && part.state !== "held") part.state = under ? "joining" : "open";
    },

    /** The server has the whole part. */
    hold,

    /** The server says that it lacks these stretches of a part, or all of it. */
    lost(number: number, stretches?: readonly PieceRange[]): void {
      const part = at(number);
      if (!part) return;
      part.state = "open";
      part.pieces = stretches ? planAssembly([...stretches], part.length).missing : [];
    },

    /** Every part is held. */
    finished: () => parts.every(({ state }) => state === "held"),

    /** The numbers of the parts that come next, at most `most`. */
    ahead(most: number): number[] {
      return parts
        .filter(({ state }) => state === "open")
        .slice(0, most)
        .map(numberOf);
    },

    /** Bytes the server has acknowledged, in parts and pieces. */
    stored(): number {
      return parts.reduce((sum, part) => sum + bytesHeld(part), 0);
    },
  };
}

/**
 * The next piece of a part of `length` bytes, from what none of `coveredStretches` holds; undefined when
 * nothing is left of it.
 * @param most the bytes it may have, a multiple of the step.
 */
export function nextPiece(
  length: number,
  coveredStretches: readonly PieceRange[],
  most: number,
): PieceRange | undefined {
  const [gap] = planAssembly(coveredStretches, length).missing;
  return gap && { offset: gap.offset, size: Math.min(gap.size, most) };
}
