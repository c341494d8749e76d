import { Button, TextInput } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import styles from "../staff-page.module.css";
import { LinkRows } from "./link-rows";
import type { loader } from "./links-route.server";
import { Mailings } from "./mailings";

const HEADING = "Links";

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
