import type { ScoredContent } from "./score";

/** The answers as far as they count; a step that was never saved is absent. */
interface ScoredAnswers {
  artist?: Pick<ScoredContent, "artistName" | "firstName" | "surname" | "email">;
  music?: Pick<ScoredContent, "releaseTitle">;
}

/** What the score looks at of a draft: its answers, and of its files what each is for. */
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
