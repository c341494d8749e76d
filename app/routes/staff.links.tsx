import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { Button, TextInput } from "~/components/controls";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { listLinks } from "~/entry/link-list.server";
import { readSmallForm } from "~/pages/read-small-form";
import { describeMailings } from "~/pages/staff/mail-list.server";
import { stopLink } from "~/pages/staff/staff-links.server";
import { longDate } from "~/platform/formats/dates";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { LinkRows } from "~/views/staff/links/link-rows";
import { Mailings } from "~/views/staff/links/mailings";
import styles from "~/views/staff/staff-page.module.css";

const HEADING = "Links";
const MAX_SEARCH = 100;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const search = (searchParams.get("q") ?? "").trim().slice(0, MAX_SEARCH);
  const before = searchParams.get("before") ?? undefined;
  const { links, next } = await listLinks(context.db, { search, before }, context.clock());
  const isFirst = before === undefined;
  return {
    search,
    next,
    isFirst,
    mailings: isFirst && !search ? await describeMailings(context) : [],
    links: links.map(({ kind, id, artistName, email, state, ...link }) => ({
      kind,
      id,
      artistName,
      email,
      state,
      about: [
        `made ${longDate(link.createdAt)} by ${link.staffName ?? "nobody known"}`,
        `works until ${longDate(link.expiresAt)}`,
        ...(kind === "returning" ? [`${link.useCount} submitted`] : []),
        ...(link.usedAt ? [`last used ${longDate(link.usedAt)}`] : []),
      ],
    })),
  };
}

const deactivateSchema = v.object({
  intent: v.literal("deactivate"),
  kind: v.picklist(["invited", "returning"]),
  id: v.string(),
});

/** Deactivates a link, or says that it was inactive already. */
export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request);
  const input = v.safeParse(deactivateSchema, Object.fromEntries(fields));
  if (!input.success) throw refusal(400, NO_BUTTON);
  return redirect(
    `/staff/links?${(await stopLink(context, actor, input.output)) ? "stopped" : "over"}`,
  );
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffLinks() {
  const { search, links, next, isFirst, mailings } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const nextQuery = new URLSearchParams({ ...(search && { q: search }), before: next ?? "" });
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {params.has("stopped") && <p role="status">The link is deactivated.</p>}
      {params.has("over") && <p role="status">That link was over already: nothing has changed.</p>}
      <p className={notice.buttons}>
        <Button component="a" href="/staff/links/invitation">
          Invite an artist
        </Button>
        <Button component="a" href="/staff/links/returning" variant="default">
          Links for returning artists
        </Button>
      </p>
      <Mailings mailings={mailings} />
      <form className={styles.search}>
        <TextInput id="q" name="q" label="Artist or email" defaultValue={search} type="search" />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      {links.length > 0 ? (
        <LinkRows links={links} />
      ) : (
        <p>{search ? `No link of "${search}".` : "No link has been made yet."}</p>
      )}
      <p className={notice.actions}>
        {!isFirst && (
          <a href={`/staff/links${search && `?q=${encodeURIComponent(search)}`}`}>Latest</a>
        )}
        {next && <a href={`/staff/links?${nextQuery}`}>Older</a>}
      </p>
    </div>
  );
}
