import { LinkBox } from "~/components/link-box";
import type { OtherDraft } from "~/submission/record/submission-view";
import styles from "./other-draft-notice.module.css";

/**
 * That another draft of this browser has to give way, with the link to it. Stands in the form whose
 * button, pressed once more, has it do so.
 */
export function OtherDraftNotice({ other }: { other: OtherDraft }) {
  return (
    <div role="alert" className={styles.notice}>
      <p>
        This browser has another unfinished submission
        {other.title && `, "${other.title}"`}. It's kept too, but from here on you'll need this link
        to open it. Keep it, then press the button once more.
      </p>
      <LinkBox url={other.url} label="Link to the other submission" />
      <input type="hidden" name="replace" value="on" />
    </div>
  );
}
