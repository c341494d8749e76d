import type { ReactNode } from "react";
import { releaseDays } from "~/domain/submission/music/release-days";
import { hasNewMusic } from "~/domain/submission/music/upload-type";
import { earlyReleaseText } from "~/domain/submission/record/release-texts";
import { shortDate } from "~/platform/formats/dates";
import styles from "./entry.module.css";
import type { EntryProps } from "./entry-data";
import type { ReviewSubmission } from "./review-page.server";

function Cell({ label, value, more }: { label: string; value: string; more?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {more && <span>{more}</span>}
      </dd>
    </div>
  );
}

const days = (count: number) =>
  count === 0
    ? "today"
    : count > 0
      ? `in ${count} ${count === 1 ? "day" : "days"}`
      : `${-count} ${count === -1 ? "day" : "days"} ago`;

/** What the artist asks for: the date, an early release, and what stands in the way of it. */
export function Asked({
  submission,
  releaseInDays,
}: EntryProps & { submission: ReviewSubmission }) {
  const { form, releaseDetails } = submission;
  if (!hasNewMusic(form)) return null;
  const { full, firstSingle } = releaseDays(form);
  const gaps = releaseDetails?.rightsGaps ?? [];
  return (
    <section className={styles.asked} aria-label="What the artist asks for">
      <dl className={styles.cells}>
        <Cell
          label="Release date"
          value={shortDate(full)}
          more={releaseInDays !== undefined && days(releaseInDays)}
        />
        <Cell
          label="Early release"
          value={form.earlyReleaseRequest ? "Asked for" : "None"}
          more={firstSingle && `First single ${shortDate(firstSingle)}`}
        />
        <Cell
          label="Publishing"
          value={form.publishingAdministrationInterest ? "Interested" : "Not interested"}
        />
      </dl>
      {form.earlyReleaseRequest && <blockquote>{earlyReleaseText(form)}</blockquote>}
      {gaps.length > 0 && (
        <div className={styles.gaps} data-tone="waiting">
          <strong>Rights: ask the artist about</strong>
          <ul>
            {gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
