import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { AccountForm } from "~/domain/artists/account-form";
import { pageTitle } from "~/ui/page-title";
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
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <form>
        <Group align="end">
          <TextInput
            flex="1 1 240px"
            id="q"
            name="q"
            label="Name, email or artist ID"
            defaultValue={search}
            type="search"
          />
          <Button type="submit" variant="default" mih={44}>
            Search
          </Button>
        </Group>
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
      <Group>
        {!isFirst && (
          <Button
            component="a"
            href={`/staff/artists${search && `?q=${encodeURIComponent(search)}`}`}
            variant="default"
          >
            Latest
          </Button>
        )}
        {next && (
          <Button component="a" href={`/staff/artists?${nextQuery}`} variant="default">
            Older
          </Button>
        )}
      </Group>
      <AccountFields values={reply?.values ?? EMPTY_FORM} errors={reply?.errors ?? {}} />
    </Stack>
  );
}
