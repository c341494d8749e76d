import { offersWaterfall } from "~/submission/waterfall";
import { HiddenField } from "../field";
import { FormSection } from "../form-section";
import { useMusicPage } from "./music-page";
import { ReleasePlan } from "./release-plan";
import styles from "./release-strategy.module.css";
import { SwitchButton } from "./switch-button";
import { WaterfallDates } from "./waterfall-dates";

/** Whether the tracks come out all at once or one by one; nothing to decide for a single track. */
export function ReleaseStrategy() {
  const { answers } = useMusicPage();
  if (!offersWaterfall(answers.tracks.length)) return null;
  const on = answers.waterfallEnabled;
  return (
    <FormSection title="Release strategy">
      <HiddenField name="waterfallEnabled" />
      <SwitchButton
        id="waterfall"
        on={on}
        intent="waterfall"
        label="Release as a waterfall"
        hint="Your tracks come out one by one as singles, weeks apart, before the full release."
      />
      {on && (
        <>
          <ul className={styles.facts}>
            <li>Each single gives listeners and playlists a new reason to come back to you.</li>
            <li>
              Each track is the same recording with the same ISRC on its single and on the full
              release, so its plays and playlist places carry over.
            </li>
            <li>The final single brings the full release on the same day.</li>
          </ul>
          <WaterfallDates />
          <ReleasePlan />
        </>
      )}
    </FormSection>
  );
}
