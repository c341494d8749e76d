import { lazy, Suspense } from "react";
import { hasNewMusic, hasTransfer } from "~/submission/music-step";
import { keepTrying } from "../contributors/keep-trying";
import { ArtworkSection } from "./artwork-section";
import { useMusicPage } from "./music-page";
import { ReleaseDetails } from "./release-details";
import { ReleaseStrategy } from "./release-strategy";
import { ReleaseTypeChoice } from "./release-type-choice";
import { TrackList } from "./track-list";
import { UploadTypeChoice } from "./upload-type-choice";

const TransferSection = lazy(async () => {
  const { TransferSection } = await keepTrying(() => import("../transfer/transfer-section"));
  return { default: TransferSection };
});

/** All of the music step: what the upload type asks for, in the order in which it is checked. */
export function MusicSections() {
  const { answers } = useMusicPage();
  return (
    <>
      <UploadTypeChoice />
      {hasNewMusic(answers) && (
        <>
          <ReleaseTypeChoice />
          <TrackList />
          <ArtworkSection />
          <ReleaseDetails />
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
