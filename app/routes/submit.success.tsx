import { Button } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { readDraft } from "~/session/require-draft.server";
import { longDate } from "~/submission/release-dates";
import { releaseName } from "~/submission/release-name";
import { findSubmissionOfDraft } from "~/submission/submission-store.server";
import { clear } from "~/uploads/sending/upload-queue.client";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await readDraft(request, context);
  const submission =
    typeof draft === "object" ? await findSubmissionOfDraft(context.db, draft.id) : undefined;
  if (!submission) return null;
  const { reference, replyDueAt, form, email } = submission;
  return { reference, replyDue: longDate(replyDueAt), release: releaseName(form), email };
}

export const meta: MetaFunction = ({ matches }) => pageTitle("Submission Successful!", matches);

export default function SubmissionSuccess() {
  const submission = useLoaderData<typeof loader>();
  // What was sent belongs to the submission now; the next release starts with no files.
  useEffect(() => clear(), []);
  return (
    <div className={styles.page}>
      {submission && <p className={styles.eyebrow}>Reference {submission.reference}</p>}
      <h1>Submission Successful!</h1>
      <p className={styles.lead}>
        Thank you for your music. We review every submission and reply within 7-10 business days.
        {submission
          ? ` An email confirmation is on its way to ${submission.email}.`
          : " You will receive an email confirmation."}
      </p>
      {submission && (
        <dl className={styles.facts}>
          <dt>Release</dt>
          <dd>{submission.release}</dd>
          <dt>Our reply is due by</dt>
          <dd>{submission.replyDue}</dd>
          <dt>To change something</dt>
          <dd>Answer the confirmation and name your reference.</dd>
        </dl>
      )}
      <p>
        <Button component={Link} to="/">
          Return to Home
        </Button>
      </p>
    </div>
  );
}
