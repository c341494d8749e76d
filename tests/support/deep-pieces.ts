import type { DeepPart } from "./rooms";

/** A run of one tool in a part of `npm run test:deep`. */
export interface DeepStep {
  part: DeepPart;
  name: string;
  /** Into how many pieces of a few minutes it falls. */
  pieces: number;
  /** Debian's packages that it needs besides those of `npm test`. */
  packages?: readonly string[];
  /** Whether it needs the app that tests share. */
  needsApp: boolean;
  /** @param shard the piece to run, such as `["--shard=1/4"]`; all of it where that is empty. */
  run: (shard: string[]) => Promise<void>;
}

/** A piece of a step. */
export interface DeepPiece {
  step: DeepStep;
  shard: string[];
}

/** All pieces, in the order of the steps. */
export const piecesOf = (steps: readonly DeepStep[]): DeepPiece[] =>
  steps.flatMap((step) =>
    Array.from({ length: step.pieces }, (_, index) => ({
      step,
      shard: step.pieces === 1 ? [] : [`--shard=${index + 1}/${step.pieces}`],
    })),
  );

/** The piece that a commit runs, by its hash: any piece comes up as often as the others. */
export function choosePiece(hash: string, pieces: readonly DeepPiece[]): DeepPiece | undefined {
  if (!/^[0-9a-f]{8,}$/.test(hash)) return undefined;
  return pieces[Number.parseInt(hash.slice(0, 8), 16) % pieces.length];
}
