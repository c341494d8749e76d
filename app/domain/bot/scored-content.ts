import type { ScoredContent } from "./score";

interface ScoredAnswers {
  artist?: Pick<ScoredContent, "artistName" | "firstName" | "surname" | "email">;
  music?: Pick<ScoredContent, "releaseTitle">;
}

/** The answers and files of a draft that count for the score. */
export function scoredContent(
  { artist, music }: ScoredAnswers,
  files: readonly { kind: string }[],
): ScoredContent {
  return {
    artistName: artist?.artistName ?? "",
    firstName: artist?.firstName ?? "",
    surname: artist?.surname ?? "",
    email: artist?.email ?? "",
    releaseTitle: music?.releaseTitle ?? "",
    trackCount: files.filter(({ kind }) => kind === "track").length,
    hasArtwork: files.some(({ kind }) => kind === "artwork"),
  };
}
