import { Button } from "@mantine/core";
import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import * as v from "valibot";
import notice from "~/ui/notice-page.module.css";
import { SupportContact } from "~/ui/support";

const refusalSchema = v.object({ refusal: v.string() });

/** The page of a submission that cannot be shown. */
export function SubmissionMissing({ error }: { error: unknown }) {
  const reason = isRouteErrorResponse(error) ? v.safeParse(refusalSchema, error.data) : undefined;
  return (
    <div className={notice.page}>
      <h1>Submission Details</h1>
      <p role="alert" className={notice.lead}>
        {reason?.success ? reason.output.refusal : "Failed to load submission details"}
      </p>
      <p className={notice.buttons}>
        <Button component={Link} to="/dashboard?tab=0" discover="none">
          Back to Dashboard
        </Button>
      </p>
      <SupportContact />
    </div>
  );
}

export function ErrorBoundary() {
  return <SubmissionMissing error={useRouteError()} />;
}
