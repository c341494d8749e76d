import { lazy, Suspense } from "react";
import { keepTrying } from "~/components/keep-trying";
import { RadioCards } from "~/components/radio-cards";
import { hasNewMusic, hasTransfer, uploadTypes } from "~/submission/music/upload-type";
import { useMusicPage } from "../music-page";
import { ArtworkSection } from "./artwork-section";
import { ReleaseDetails } from "./release-details";
import { ReleaseStrategy } from "./release-strategy";
import { ReleaseTypeChoice } from "./release-type-choice";
import { TrackList } from "./track-list";

const TransferSection = lazy(async () => {
  const { TransferSection } = await keepTrying(() => import("../transfer/transfer-section"));
  return { default: TransferSection };
});

/** All of the music step: what the upload type asks for, the release before its tracks. */
export function MusicSections() {
  const { answers } = useMusicPage();
  return (
    <>
      <UploadTypeChoice />
      {hasNewMusic(answers) && (
        <>
          <ReleaseTypeChoice />
          <ReleaseDetails />
          <ArtworkSection />
          <TrackList />
          <ReleaseStrategy />
        </>
      )}
      {hasTransfer(answers) && (
        <Suspense fallback={<p role="status">Loading...</p>}>
          <TransferSection />
        </Suspense>
      )}
    </>
  );
}

/** What the artist hands in: it decides which sections the step has. */
function UploadTypeChoice() {
  const { uploadType } = useMusicPage().answers;
  return (
    <RadioCards name="uploadType" legend="Upload type" options={uploadTypes} value={uploadType} />
  );
}
