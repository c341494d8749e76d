import { HiddenField, TextAreaField, TextField } from "~/components/field";
import { FormSection } from "~/components/form-section";
import { SwitchButton } from "~/components/switch-button";
import { longDate } from "~/platform/formats/dates";
import { firstReleaseDay } from "~/submission/music/early-release";
import { releaseDays } from "~/submission/music/release-days";
import { isWaterfall } from "~/submission/music/waterfall";
import { useMusicPage } from "../music-page";
import { useTyped } from "../use-typed";
import { GenreFields } from "./genre-fields";
import styles from "./release-details.module.css";

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

const START = /^(tracks\[0\]\.)?releaseDate$/;
const DAYS = /^tracks\[\d+\]\.releaseDate$/;

/** The days of a waterfall, which its singles decide. */
function WaterfallDays() {
  const { answers } = useMusicPage();
  const typed = useTyped(DAYS);
  const tracks = answers.tracks.map(({ releaseDate }, index) => ({
    releaseDate: typed(`tracks[${index}].releaseDate`, releaseDate),
  }));
  const { full, firstSingle = "" } = releaseDays({ ...answers, tracks });
  return (
    <div className={styles.days}>
      <p className={styles.label}>Release date</p>
      <p>
        <strong>{longDate(full)}</strong>, with your final single. The first single comes out on{" "}
        <strong>{longDate(firstSingle)}</strong>.
      </p>
      <p className={styles.hint}>
        In a waterfall the dates of the singles decide: change them at your tracks, and this date
        follows.
      </p>
    </div>
  );
}

function ReleaseTime() {
  const { answers, today } = useMusicPage();
  const typed = useTyped(START);
  const waterfall = isWaterfall(answers);
  // What the artist has typed is chosen, also where it is the default.
  const chosen = typed(waterfall ? "tracks[0].releaseDate" : "releaseDate", "");
  const early = answers.earlyReleaseRequest;
  const first = firstReleaseDay(early, new Date(today));
  const why = early
    ? "the stores may have no time to consider your music for playlists."
    : "the stores need six weeks to consider your music for playlists.";
  return (
    <>
      {waterfall ? (
        <WaterfallDays />
      ) : (
        <TextField
          name="releaseDate"
          label="Release date"
          type="date"
          min={first}
          hint={`Earliest ${longDate(first)}: ${why}`}
          classNames={{ wrapper: styles.day }}
        />
      )}
      <input
        type="hidden"
        name="defaultReleaseDate"
        value={chosen ? "" : (answers.defaultReleaseDate ?? "")}
      />
      <HiddenField name="earlyReleaseRequest" />
      <SwitchButton
        id="earlyRelease"
        on={early}
        intent="early"
        label="Ask for an early release"
        hint="Sooner than six weeks. The team decides."
      />
      {early && (
        <TextAreaField
          name="earlyReleaseReason"
          label="Reason for the early release"
          rows={3}
          hint="A tour, a film, a festival: tell us why it has to be this date."
        />
      )}
    </>
  );
}
