/** What names a clip. */
export interface ClipName {
  submissionId: string;
  uploadId: string;
  clipId: string;
}

/** The path under which a clip is opened. The name is for people; the ids decide. */
export function clipPath({ submissionId, uploadId, clipId }: ClipName, fileName: string): string {
  const ids = [submissionId, uploadId, clipId, fileName].map(encodeURIComponent);
  return `/files/clips/${ids.join("/")}`;
}
