import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { mailStates } from "~/mail/mail-store.server";
import { countMails, outboxPage } from "~/mail/read-outbox.server";
import { cursorOf } from "~/pages/staff/list-query";
import { longTime } from "~/platform/formats/dates";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";
import { ActivityNav } from "~/views/staff/activity/activity-nav";
import { Outbox } from "~/views/staff/activity/outbox";

const HEADING = "Outbox";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const result = v.safeParse(v.picklist(mailStates), searchParams.get("state"));
  const state = result.success ? result.output : undefined;
  const before = cursorOf(searchParams);
  const [{ mails, hasMore }, counts] = await Promise.all([
    outboxPage(context.db, { state, before }),
    countMails(context.db),
  ]);
  return {
    state,
    isFirst: before === undefined,
    last: hasMore ? lastOf(mails)?.id : undefined,
    states: mailStates.map((name) => ({ name, count: counts[name] ?? 0 })),
    mails: mails.map(({ createdAt, sentAt, ...mail }) => ({
      ...mail,
      at: longTime(sentAt ?? createdAt),
    })),
  };
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffOutbox() {
  const page = useLoaderData<typeof loader>();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      <Outbox {...page} />
    </div>
  );
}
