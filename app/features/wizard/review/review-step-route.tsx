import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import type { ComparedField } from "~/domain/review/compare-versions";
import { resolveDates } from "~/domain/submission/music/release-days";
import { slotsInUse } from "~/domain/submission/music/slot-fields";
import { hasNewMusic } from "~/domain/submission/music/upload-type";
import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import { FormSection } from "~/ui/form-section";
import { pageTitle } from "~/ui/page-title";
import { ReviewAdvice } from "../advice/review-advice";
import { StepFrame } from "../frame/step-frame";
import { stepTitle } from "../frame/step-title";
import { FormUnavailable } from "../offline/form-unavailable";
import { REVIEW_EDITS_FORM_ID } from "../review-edits";
import summary from "../summary.module.css";
import { ShownVersions } from "../upload/shown-versions-field";
import { useToday } from "../use-today";
import { ReleaseSummary } from "./release-summary";
import type { loader, ReviewReply } from "./review-step-route.server";
import { SubmitForm } from "./submit-form";

/** The cover is the largest picture of the page, so it is asked for with the styles. */
export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  const music = data?.answers.music;
  const cover =
    music && hasNewMusic(music) && data.files.find(({ slot }) => slot === ARTWORK_SLOT)?.preview;
  const preload = { tagName: "link", rel: "preload", as: "image", fetchpriority: "high" };
  return [...pageTitle(stepTitle("review"), page), ...(cover ? [{ ...preload, href: cover }] : [])];
};

export default function ReviewStep() {
  const {
    page,
    formStart,
    answers,
    completed,
    files,
    gaps: missing,
    ready,
    today,
    shown,
    versions,
    advice,
    likelyEmail,
    changes,
  } = useLoaderData<typeof loader>();
  const day = useToday(today);
  const music = answers.music && resolveDates(answers.music, new Date(day));
  const reply = useActionData<ReviewReply>();
  const fields = music && [...slotsInUse(music)];
  const news = reply ? reply.news : shown?.news;
  return (
    <StepFrame
      step="review"
      completed={completed}
      lead={
        page.draftId === ""
          ? "This step needs a connection."
          : "Read it through once. You can change anything before you submit."
      }
    >
      {page.draftId === "" ? (
        <FormUnavailable reason="review" />
      ) : (
        <SubmitForm
          draftId={page.draftId}
          formStart={formStart}
          versions={versions}
          music={music}
          files={files}
          ready={ready}
          missing={missing}
          notice={news}
          refusal={reply?.news === undefined ? reply : undefined}
        >
          {changes && <SentChanges changes={changes} />}
          {music && advice.length > 0 && <ReviewAdvice advice={advice} tracks={music.tracks} />}
          <ReleaseSummary
            answers={{ ...answers, music }}
            files={files}
            missing={missing}
            likelyEmail={likelyEmail}
            today={day.slice(0, 10)}
          />
        </SubmitForm>
      )}
      {/* For buttons in the list of missing answers. */}
      <Form method="post" id={REVIEW_EDITS_FORM_ID} preventScrollReset>
        <input type="hidden" name="draft" value={page.draftId} />
        <input type="hidden" name="version" value={page.version} />
        <ShownVersions {...versions} fields={fields} />
      </Form>
    </StepFrame>
  );
}

/** What is different from what was sent before, as it was and as it is. */
function SentChanges({ changes }: { changes: readonly ComparedField[] }) {
  return (
    <FormSection title="What you changed">
      {changes.length === 0 ? (
        <p>Nothing yet: this is the same as what you sent before.</p>
      ) : (
        <dl>
          {changes.map(({ field, before, now }) => (
            <div key={field} className={summary.row}>
              <dt>{field}</dt>
              <dd>
                <del>{before || "Nothing"}</del> <ins>{now || "Nothing"}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </FormSection>
  );
}
