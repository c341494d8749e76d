import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { listLinks } from "~/domain/access/link-list.server";
import { longDate } from "~/platform/formats/dates";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { describeMailings } from "./mail-links.server";
import { stopLink } from "./staff-links.server";

const MAX_SEARCH = 100;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const search = (searchParams.get("q") ?? "").trim().slice(0, MAX_SEARCH);
  const before = searchParams.get("before") ?? undefined;
  const { links, next } = await listLinks(context.db, { search, before }, context.clock());
  return {
    search,
    next,
    mailings: before === undefined && !search ? await describeMailings(context) : [],
    links: links.map(({ kind, id, artistName, email, state, ...link }) => ({
      ...{ kind, id, artistName, email, state },
      isOver: state === "deactivated" || (kind === "invited" && state === "used"),
      about: [
        kind === "invited" ? "Invitation" : "Returning artist",
        `created ${longDate(link.createdAt)} by ${link.staffName ?? "somebody"}`,
        `works until ${longDate(link.expiresAt)}`,
        ...(kind === "returning" ? [`${link.useCount} submitted`] : []),
        ...(link.usedAt ? [`last used ${longDate(link.usedAt)}`] : []),
      ].join(", "),
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
