import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { longDate } from "~/platform/formats/dates";
import { requireStaff } from "~/session/require-staff";
import { latestSubmissions } from "~/submission/record/submission-store.server";
import { LatestSubmissions } from "~/views/staff/latest-submissions";
import { ModeState } from "~/views/staff/mode-state";

const SHOWN = 20;

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const [{ submissionsEnabled, unread }, latest] = await Promise.all([
    context.submissionMode(),
    latestSubmissions(context.db, SHOWN),
  ]);
  return {
    mode: { submissionsEnabled, unread },
    latest: latest.map(({ createdAt, ...one }) => ({ ...one, received: longDate(createdAt) })),
  };
}

export const meta: MetaFunction = (page) => pageTitle("Staff", page);

export default function StaffHome() {
  const { mode, latest } = useLoaderData<typeof loader>();
  return (
    <div className={notice.page}>
      <h1>Staff</h1>
      <section>
        <h2>Submissions</h2>
        <ModeState {...mode} />
        <p className={notice.actions}>
          <a href="/staff/mode">Open or close submissions</a>
          <a href="/staff/sessions">Who is signed in</a>
        </p>
      </section>
      <LatestSubmissions latest={latest} />
    </div>
  );
}
