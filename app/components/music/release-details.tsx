import { firstReleaseDay } from "~/submission/early-release";
import { longDate } from "~/submission/release-dates";
import { isWaterfall } from "~/submission/waterfall";
import { HiddenField, TextAreaField, TextField } from "../field";
import { FormSection } from "../form-section";
import { GenreFields } from "../genre-fields";
import { useMusicPage } from "./music-page";
import styles from "./release-details.module.css";
import { SwitchButton } from "./switch-button";

/** What the release is called, where stores file it, and when it comes out. */
export function ReleaseDetails() {
  return (
    <FormSection title="Release details">
      <TextField name="releaseTitle" label="Release title" autoComplete="off" />
      <GenreFields />
      <ReleaseTime />
    </FormSection>
  );
}

function ReleaseTime() {
  const { answers, today } = useMusicPage();
  const early = answers.earlyReleaseRequest;
  const first = firstReleaseDay(early, new Date(today));
  const why = early
    ? "the stores may have no time to consider your music for playlists."
    : "the stores need six weeks to consider your music for playlists.";
  const start = isWaterfall(answers) ? " Your waterfall starts here; see Release strategy." : "";
  return (
    <>
      <TextField
        name="releaseDate"
        label="Release date"
        type="date"
        min={first}
        hint={`Earliest ${longDate(first)}: ${why}${start}`}
        classNames={{ wrapper: styles.day }}
      />
      <HiddenField name="earlyReleaseRequest" />
      <SwitchButton
        id="earlyRelease"
        on={early}
        intent="early"
        label="Ask for an early release"
        hint="Sooner than in six weeks. The team decides, so tell them why it cannot wait."
      />
      {early && (
        <TextAreaField
          name="earlyReleaseReason"
          label="Reason for the early release"
          rows={3}
          hint="A tour, a film, a festival: what the date hangs on."
        />
      )}
    </>
  );
}
