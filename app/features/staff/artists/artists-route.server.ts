import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { accountFormSchema, checkAccountForm } from "~/domain/artists/account-form";
import { findByEmail } from "~/domain/artists/accounts.server";
import { newAccountPart } from "~/domain/artists/create-account.server";
import { listAccounts } from "~/domain/artists/list-accounts.server";
import { displayName } from "~/domain/artists/profile";
import { type FieldErrors, hasNoErrors, invalidError } from "~/forms/form-reply";
import { runBatch } from "~/platform/database.server";
import { longDate } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { pluralize } from "../format-count";

const MAX_SEARCH = 100;

const HAS_ACCOUNT = "This address already has an account. Search for it above.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const search = (searchParams.get("q") ?? "").trim().slice(0, MAX_SEARCH);
  const before = searchParams.get("before") ?? undefined;
  const { accounts, next } = await listAccounts(context.db, { search, before });
  return {
    search,
    next,
    accounts: accounts.map(({ createdAt, submissions, lastUsedAt, ...account }) => ({
      ...account,
      name: displayName(account),
      about: [
        `created ${longDate(createdAt)}`,
        pluralize(submissions, "submission"),
        lastUsedAt ? `last seen ${longDate(lastUsedAt)}` : "never signed in",
      ].join(", "),
    })),
  };
}

/**
 * Creates an account and mails its code. Account, mail and audit entry are one batch.
 * @returns the account's id; undefined if the address has one already.
 */
async function makeAccount(
  context: AppContext,
  actor: Staff,
  { email, artistName, name }: { email: string; artistName: string; name: string },
): Promise<string | undefined> {
  const { db, clock, log, sendJobs } = context;
  const now = clock();
  const profile = { artistName, name };
  const accountPart = await newAccountPart(
    context.artists.accounts,
    { email, profile },
    sql`1`,
    now,
  );
  const { id, artistId: detail } = accountPart;
  const accountExists = sql`EXISTS (SELECT 1 FROM artists WHERE id = ${id})`;
  const auditStatement = auditEntryOf(context, actor, {
    action: "account-made",
    subject: id,
    detail,
    at: now,
  });
  await runBatch(db, [...accountPart.statements, auditStatement(accountExists)]);
  if ((await findByEmail(db, email))?.id !== id) return undefined;
  log("info", "account.made");
  await sendJobs(accountPart.jobIds);
  return id;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request);
  const values = v.parse(accountFormSchema, Object.fromEntries(fields));
  const errorReply = (errors: FieldErrors, status: number) =>
    formErrorReply(context, { values, errors }, { status });
  const errors = checkAccountForm(values);
  if (!hasNoErrors(errors)) return errorReply(errors, 400);
  const id = await makeAccount(context, actor, values);
  return id === undefined
    ? errorReply({ email: invalidError(HAS_ACCOUNT) }, 409)
    : redirect(`/staff/artists/${id}?made`);
}
