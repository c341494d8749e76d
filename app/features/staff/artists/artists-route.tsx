import { Button, TextInput } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { AccountForm } from "~/domain/artists/account-form";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import styles from "../staff-page.module.css";
import { AccountFields } from "./account-fields";
import { AccountRows } from "./account-rows";
import type { action, loader } from "./artists-route.server";

const HEADING = "Artists";

/** Stable across renders: a new object would reset the fields and lose what is typed. */
const EMPTY_FORM: AccountForm = { artistName: "", name: "", email: "" };

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
