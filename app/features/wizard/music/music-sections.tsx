import { Alert, Checkbox, Group, Stack, Text } from "@mantine/core";
import { CHOOSE_TRACKS, trackLabel } from "~/domain/submission/music/edit-tracks";
import {
  releaseTypeNote,
  releaseTypes,
  tooManyTracks,
} from "~/domain/submission/music/release-type";
import { hasNewMusic, hasTransfer, uploadTypes } from "~/domain/submission/music/upload-type";
import { lateComponent } from "~/ui/hydration/late-component";
import { LatePart } from "~/ui/hydration/late-part";
import { IntentButton } from "~/ui/intent-button";
import { ConfirmRemoval } from "../confirm-removal";
import { useMusicPage } from "../music-page-context";
import { retryImport } from "../retry-import";
import { MissingFiles } from "../upload/missing-files";
import { ArtworkSection } from "./artwork-section";
import { RadioCards } from "./radio-cards";
import { ReleaseDetailsSection } from "./release-details-section";
import { ReleaseStrategy } from "./release-strategy";
import { TrackFilesArea } from "./track-files";
import { TrackList } from "./track-list";

/** Where more tracks came than the type takes: nothing is lost, and one press makes them a release. */
function TooManyTracks() {
  const { answers, opened } = useMusicPage();
  const { releaseType, tracks } = answers;
  const tooMany = tooManyTracks(releaseType, tracks.length);
  if (!tooMany) return null;
  const { text, fitting, makeLabel, chooseLabel } = tooMany;
  return (
    <Alert role="status" color="waiting">
      <Text fw={600}>{text}</Text>
      <p>Nothing is lost: all {tracks.length} are kept.</p>
      {opened.has(CHOOSE_TRACKS) && (
        <Stack gap={0} mt="xs" component="fieldset">
          <legend>{chooseLabel}:</legend>
          {tracks.map((track, index) => (
            <Checkbox
              key={track.id}
              name={`tracks[${index}].kept`}
              defaultChecked={track.kept}
              label={trackLabel(track, index)}
              mih={44}
            />
          ))}
        </Stack>
      )}
      <Group gap="xs" mt="sm">
        <IntentButton intent={`resize:${fitting}`}>{makeLabel}</IntentButton>
        <IntentButton
          intent={opened.has(CHOOSE_TRACKS) ? "keep-chosen" : `open:${CHOOSE_TRACKS}`}
          variant="default"
        >
          {opened.has(CHOOSE_TRACKS) ? "Keep these only" : chooseLabel}
        </IntentButton>
      </Group>
    </Alert>
  );
}

/** Single, EP or album, which decides the initial number of tracks. */
function ReleaseTypeChoice() {
  const { releaseType, tracks } = useMusicPage().answers;
  const note =
    !tooManyTracks(releaseType, tracks.length) && releaseTypeNote(releaseType, tracks.length);
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
      <TooManyTracks />
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
    <TrackFilesArea>
      <UploadTypeChoice />
      {hasNewMusic(answers) && (
        <>
          <MissingFiles />
          <ReleaseTypeChoice />
          <TrackList />
          <ArtworkSection />
          <ReleaseDetailsSection />
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
    </TrackFilesArea>
  );
}

/** The choice that decides which sections the step has. */
function UploadTypeChoice() {
  const { uploadType } = useMusicPage().answers;
  return (
    <RadioCards name="uploadType" legend="Upload type" options={uploadTypes} value={uploadType} />
  );
}
