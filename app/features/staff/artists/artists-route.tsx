import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { AccountForm } from "~/domain/artists/account-form";
import type { FormReply } from "~/forms/form-reply";
import { TextField } from "~/ui/field";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import { Dimmed } from "../dimmed";
import { PaginationLinks } from "../pagination-links";
import rowList from "../row-list.module.css";
import { TargetLink } from "../target-link";
import type { action, loader } from "./artists-route.server";

/** Accounts with links to their pages. */
function AccountRows({ accounts }: { accounts: SerializeFrom<typeof loader>["accounts"] }) {
  return (
    <ul className={rowList.list}>
      {accounts.map(({ id, artistId, email, displayName, about }) => (
        <li key={id}>
          <Text fw={600}>
            <TargetLink href={`/staff/artists/${id}`}>{displayName}</TargetLink>
          </Text>
          <Dimmed>
            {artistId}, {email}
          </Dimmed>
          <Dimmed>{about.join(", ")}</Dimmed>
        </li>
      ))}
    </ul>
  );
}

/** The form that creates an account by hand. */
function AccountFields({ reply }: { reply: FormReply | undefined }) {
  return (
    <PlainForm reply={reply} initial={EMPTY_FORM}>
      <h2>Create an account</h2>
      <TextField name="artistName" label="Artist name" autoComplete="off" />
      <TextField name="name" label="Name" optional autoComplete="off" />
      <TextField
        name="email"
        label="Email"
        hint="We send the artist ID and the invitation code there. Nobody else sees the code."
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <p>
        <Button type="submit">Create the account</Button>
      </p>
    </PlainForm>
  );
}

const HEADING = "Artists";

/** Stable across renders: a new object would reset the fields and lose what is typed. */
const EMPTY_FORM: AccountForm = { artistName: "", name: "", email: "" };

export const meta = titled(HEADING);

export default function StaffArtists() {
  const { search, accounts, next, isFirst } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const query: Record<string, string> = search ? { q: search } : {};
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
            ? `No artists found for "${search}".`
            : "There are no accounts yet. The first one comes with the first submission you approve."}
        </p>
      )}
      <PaginationLinks path="/staff/artists" query={query} isFirst={isFirst} last={next} />
      <AccountFields reply={reply} />
    </Stack>
  );
}
