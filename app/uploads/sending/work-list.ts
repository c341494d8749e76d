import { assemble, PIECE_MAX_BYTES, type Piece, type Stretch } from "../pieces";
import { partCount, partRange } from "../plan";
import { nextPiece } from "./piece-plan";

/** What goes in one request: a whole part, or a piece of one. */
export interface Unit extends Piece {
  whole: boolean;
}

/** What the label says it has of a file. */
export interface Held {
  parts: readonly number[];
  pieces: readonly Piece[];
}

interface Part {
  number: number;
  length: number;
  held: boolean;
  joining: boolean;
  pieces: Stretch[];
  /** On their way, or of unknown fate until the label is asked. */
  out: Unit[];
}

/** What of one file is held, on its way, in doubt and still to be sent. */
export type WorkList = ReturnType<typeof openWorkList>;

/**
 * The list of what a file still needs. Nothing that is held, on its way or in doubt is ever handed
 * out, and a part of which there are pieces is finished in pieces.
 */
export function openWorkList(size: number, partSize: number, held: Held) {
  const parts: Part[] = Array.from({ length: partCount(size, partSize) }, (_, index) => {
    const range = partRange(size, partSize, index + 1);
    const length = range ? range.end - range.start : 0;
    const blank = { held: false, joining: false, pieces: [], out: [] };
    return { number: index + 1, length, ...blank };
  });
  let doubts: Unit[] = [];
  for (const number of held.parts) hold(number);
  for (const piece of held.pieces) keep(piece);

  function at(number: number): Part | undefined {
    return parts[number - 1];
  }

  function hold(number: number): void {
    const part = at(number);
    if (part) Object.assign(part, { held: true, joining: false, pieces: [] });
  }

  function keep({ part: number, offset, size }: Piece): void {
    const part = at(number);
    if (!part || part.held) return;
    if (!part.pieces.some((one) => one.offset === offset && one.size === size))
      part.pieces.push({ offset, size });
  }

  function bring(unit: Unit): void {
    const part = at(unit.part);
    if (part) part.out = part.out.filter((other) => other !== unit);
  }

  function unitOf(part: Part, pieceBytes: number | undefined): Unit | undefined {
    if (part.held || part.joining || part.out.some(({ whole }) => whole)) return undefined;
    const begun = part.pieces.length > 0 || part.out.length > 0;
    if (!begun && pieceBytes === undefined)
      return { part: part.number, offset: 0, size: part.length, whole: true };
    const taken = [...part.pieces, ...part.out];
    const piece = nextPiece(part.length, taken, pieceBytes ?? PIECE_MAX_BYTES);
    return piece && { part: part.number, ...piece, whole: false };
  }

  return {
    /**
     * Hands out the next unit, as on its way.
     * @param pieceBytes set when parts are to go in pieces of so many bytes.
     */
    next(pieceBytes: number | undefined): Unit | undefined {
      for (const part of parts) {
        const unit = unitOf(part, pieceBytes);
        if (!unit) continue;
        part.out.push(unit);
        return unit;
      }
      return undefined;
    },

    /** The label has acknowledged a unit. */
    done(unit: Unit): void {
      bring(unit);
      if (unit.whole) hold(unit.part);
      else keep(unit);
    },

    /**
     * A unit may have got through, and stays out until {@link settle} knows: its answer was lost.
     */
    doubt(unit: Unit): void {
      doubts.push(unit);
    },

    /** A unit has not got through, and is to be sent again. */
    giveBack(unit: Unit): void {
      bring(unit);
    },

    /** The units whose fate the label has to be asked about. */
    doubts: (): readonly Unit[] => doubts,

    /**
     * Settles doubts by what the label has.
     * @param asked what was in doubt when it was asked: it knows nothing of what came later.
     */
    settle(asked: readonly Unit[], now: Held): void {
      doubts = doubts.filter((unit) => !asked.includes(unit));
      for (const unit of asked) bring(unit);
      for (const number of now.parts) hold(number);
      for (const piece of now.pieces) keep(piece);
    },

    /** Parts whose pieces are all there, ready to be joined. */
    joinable(): number[] {
      return parts
        .filter(({ held, joining, out }) => !held && !joining && out.length === 0)
        .filter(({ pieces }) => pieces.length > 0)
        .filter(({ pieces, length }) => assemble(pieces, length).missing.length === 0)
        .map(({ number }) => number);
    },

    /** A join is on its way (`true`), or did not work. */
    joining(number: number, under: boolean): void {
      const part = at(number);
      if (part) part.joining = under;
    },

    /** The label has the whole part. */
    hold,

    /** The label says that it lacks these stretches of a part, or all of it. */
    lost(number: number, stretches?: readonly Stretch[]): void {
      const part = at(number);
      if (!part) return;
      part.held = false;
      part.joining = false;
      const pieces = stretches ? assemble([...stretches], part.length).missing : [];
      part.pieces = pieces;
    },

    /** Every part is held. */
    finished: () => parts.every(({ held }) => held),

    /** The numbers of the parts that come next, at most `most`. */
    ahead(most: number): number[] {
      return parts
        .filter(({ held, joining }) => !held && !joining)
        .slice(0, most)
        .map(({ number }) => number);
    },

    /** Bytes the label has acknowledged, in parts and pieces. */
    stored(): number {
      const heldOf = ({ held, length, pieces }: Part) => {
        if (held) return length;
        const open = assemble(pieces, length).missing;
        return length - open.reduce((sum, gap) => sum + gap.size, 0);
      };
      return parts.reduce((sum, part) => sum + heldOf(part), 0);
    },
  };
}
