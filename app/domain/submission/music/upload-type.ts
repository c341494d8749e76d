/** What an artist can submit (specification, wizard, section 2). */
export const uploadTypes = [
  {
    value: "new-music",
    label: "Release New Music",
    hint: "Not out yet",
  },
  {
    value: "transfer",
    label: "Transfer Existing",
    hint: "Already out",
  },
  { value: "both", label: "Both Options", hint: "New and already out" },
] as const;

type UploadType = (typeof uploadTypes)[number]["value"];

export function hasNewMusic({ uploadType }: { uploadType: UploadType }): boolean {
  return uploadType !== "transfer";
}

export function hasTransfer({ uploadType }: { uploadType: UploadType }): boolean {
  return uploadType !== "new-music";
}
