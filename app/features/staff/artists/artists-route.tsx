import { Button } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { AccountForm } from "~/domain/artists/account-form";
import { EmailField, TextField } from "~/ui/field";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import { Dimmed } from "../dimmed";
import { PaginationLinks } from "../pagination-links";
import { RowList } from "../row-list";
import { SearchForm } from "../search-form";
import { StaffPage } from "../staff-page";
import { TargetLink } from "../target-link";
import type { action, loader } from "./artists-route.server";

const HEADING = "Artists";

/** Stable across renders: a new object would reset the fields and lose what is typed. */
const EMPTY_FORM: AccountForm = { artistName: "", name: "", email: "" };

export const meta = titled(HEADING);

/** Accounts with links to their pages, and the form that creates one by hand. */
export default function StaffArtists() {
  const { search, accounts, next } = useLoaderData<typeof loader>();
  return (
    <StaffPage heading={HEADING}>
      <SearchForm label="Name, email or artist ID" search={search} />
      <RowList
        rows={accounts}
        empty={
          search
            ? `No artists found for "${search}".`
            : "There are no accounts yet. The first one comes with the first submission you approve."
        }
      >
        {({ id, artistId, email, name, about }) => (
          <>
            <TargetLink isName href={`/staff/artists/${id}`}>
              {name}
            </TargetLink>
            <Dimmed>
              {artistId}, {email}
            </Dimmed>
            <Dimmed>{about}</Dimmed>
          </>
        )}
      </RowList>
      <PaginationLinks query={{ q: search }} last={next} />
      <PlainForm reply={useActionData<typeof action>()} initial={EMPTY_FORM}>
        <h2>Create an account</h2>
        <TextField name="artistName" label="Artist name" />
        <TextField name="name" label="Name" optional />
        <EmailField
          name="email"
          label="Email"
          hint="We send the artist ID and the invitation code there. Nobody else sees the code."
        />
        <p>
          <Button type="submit">Create the account</Button>
        </p>
      </PlainForm>
    </StaffPage>
  );
}
