export interface ClipName {
  submissionId: string;
  uploadId: string;
  clipId: string;
}

/** The ids identify the clip; the name is for people. */
export function clipPath({ submissionId, uploadId, clipId }: ClipName, fileName: string): string {
  const ids = [submissionId, uploadId, clipId, fileName].map(encodeURIComponent);
  return `/files/clips/${ids.join("/")}`;
}
