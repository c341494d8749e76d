import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { type AccountForm, accountFormSchema, checkAccountForm } from "~/artists/account-form";
import { listAccounts } from "~/artists/list-accounts.server";
import { displayName } from "~/artists/profile";
import { Button, TextInput } from "~/components/controls";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { type FieldErrors, hasNoErrors, invalidError } from "~/forms/form-reply";
import { readSmallForm } from "~/pages/read-small-form";
import { makeAccount } from "~/pages/staff/staff-accounts.server";
import { longDate } from "~/platform/formats/dates";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { AccountFields } from "~/views/staff/artists/account-fields";
import { AccountRows } from "~/views/staff/artists/account-rows";
import styles from "~/views/staff/staff-page.module.css";

const HEADING = "Artists";
const MAX_SEARCH = 100;
const HAS_ACCOUNT = "This address has an account. Search for it above.";
/** Stable across renders: a new object would reset the fields and lose what is typed. */
const EMPTY_FORM: AccountForm = { artistName: "", name: "", email: "" };

const submissionCountText = (count: number) =>
  `${count} ${count === 1 ? "submission" : "submissions"}`;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const search = (searchParams.get("q") ?? "").trim().slice(0, MAX_SEARCH);
  const before = searchParams.get("before") ?? undefined;
  const { accounts, next } = await listAccounts(context.db, { search, before });
  return {
    search,
    next,
    isFirst: before === undefined,
    accounts: accounts.map(
      ({ id, artistId, email, createdAt, submissions, lastUsedAt, ...account }) => ({
        id,
        artistId,
        email,
        shownName: displayName(account),
        about: [
          `made ${longDate(createdAt)}`,
          submissionCountText(submissions),
          lastUsedAt ? `last here ${longDate(lastUsedAt)}` : "never signed in",
        ],
      }),
    ),
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

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffArtists() {
  const { search, accounts, next, isFirst } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const nextQuery = new URLSearchParams({ ...(search && { q: search }), before: next ?? "" });
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      <form className={styles.search}>
        <TextInput
          id="q"
          name="q"
          label="Name, email or artist ID"
          defaultValue={search}
          type="search"
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      {accounts.length > 0 ? (
        <AccountRows accounts={accounts} />
      ) : (
        <p>
          {search
            ? `No artist of "${search}".`
            : "Nobody has an account yet. The first comes with the first submission you approve."}
        </p>
      )}
      <p className={notice.actions}>
        {!isFirst && (
          <a href={`/staff/artists${search && `?q=${encodeURIComponent(search)}`}`}>Latest</a>
        )}
        {next && <a href={`/staff/artists?${nextQuery}`}>Older</a>}
      </p>
      <AccountFields values={reply?.values ?? EMPTY_FORM} errors={reply?.errors ?? {}} />
    </div>
  );
}
