import { uploadTypes } from "~/submission/music-step";
import { useMusicPage } from "./music-page";
import { RadioCards } from "./radio-cards";

/** What the artist hands in: it decides which sections the step has. */
export function UploadTypeChoice() {
  const { uploadType } = useMusicPage().answers;
  return (
    <RadioCards name="uploadType" legend="Upload type" options={uploadTypes} value={uploadType} />
  );
}
