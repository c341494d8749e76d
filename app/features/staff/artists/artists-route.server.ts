import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { accountFormSchema, checkAccountForm } from "~/domain/artists/account-form";
import { listAccounts } from "~/domain/artists/list-accounts.server";
import { displayName } from "~/domain/artists/profile";
import { type FieldErrors, hasNoErrors, invalidError } from "~/forms/form-reply";
import { longDate } from "~/platform/formats/dates";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { pluralize } from "../format-count";
import { makeAccount } from "./staff-accounts.server";

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
