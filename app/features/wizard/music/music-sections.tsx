import { Alert, Stack } from "@mantine/core";
import { releaseTypeNote, releaseTypes } from "~/domain/submission/music/release-type";
import { hasNewMusic, hasTransfer, uploadTypes } from "~/domain/submission/music/upload-type";
import { lateComponent } from "~/ui/hydration/late-component";
import { LatePart } from "~/ui/hydration/late-part";
import { ConfirmRemoval } from "../confirm-removal";
import { useMusicPage } from "../music-page-context";
import { retryImport } from "../retry-import";
import { MissingFiles } from "../upload/missing-files";
import { ArtworkSection } from "./artwork-section";
import { RadioCards } from "./radio-cards";
import { ReleaseDetailsSection } from "./release-details-section";
import { ReleaseStrategy } from "./release-strategy";
import { TrackList } from "./track-list";

/** Single, EP or album, which decides the initial number of tracks. */
function ReleaseTypeChoice() {
  const { releaseType, tracks } = useMusicPage().answers;
  const note = releaseTypeNote(releaseType, tracks.length);
  return (
    <Stack>
      <RadioCards
        name="releaseType"
        legend="Release type"
        options={releaseTypes}
        value={releaseType}
      />
      {/* Lets the server detect a new choice. */}
      <input type="hidden" name="shownReleaseType" value={releaseType} />
      <ConfirmRemoval
        isAskedHere={({ intent }) => intent.startsWith("resize:")}
        focusSelector='input[name="releaseType"]:checked'
      />
      {note && (
        <Alert role="note" color="waiting">
          {note}
        </Alert>
      )}
    </Stack>
  );
}

const transferSection = lateComponent("transfer", async () => {
  const { TransferSection } = await retryImport(() => import("../transfer/transfer-section"));
  return TransferSection;
});

/** The sections of the music step for the chosen upload type. */
export function MusicSections() {
  const { answers } = useMusicPage();
  return (
    <>
      <UploadTypeChoice />
      {hasNewMusic(answers) && (
        <>
          <MissingFiles />
          <ReleaseTypeChoice />
          <ReleaseDetailsSection />
          <ArtworkSection />
          <TrackList />
          <ReleaseStrategy />
        </>
      )}
      {hasTransfer(answers) && (
        <LatePart
          component={transferSection}
          fallback={<p role="status">Loading...</p>}
          props={{}}
        />
      )}
    </>
  );
}

/** The choice that decides which sections the step has. */
function UploadTypeChoice() {
  const { uploadType } = useMusicPage().answers;
  return (
    <RadioCards name="uploadType" legend="Upload type" options={uploadTypes} value={uploadType} />
  );
}
