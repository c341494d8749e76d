import "@mantine/core/styles/AppShell.css";
import "@mantine/core/styles/NavLink.css";
import { AppShell, Button, NavLink, TextInput } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { MAX_COUNT } from "~/domain/review/queue-filter";
import styles from "./staff-frame.module.css";
import type { StaffFrameData } from "./staff-frame.server";

const INCIDENTS = "/staff/incidents";

const QUEUE = "/staff";
const MINE = "/staff?mine=1";
const MENTIONS = "/staff/mentions";

const pages = [
  [QUEUE, "Queue"],
  ["/staff/artists", "Artists"],
  ["/staff/links", "Links"],
  ["/staff/figures", "Figures"],
  ["/staff/reasons", "Reasons"],
  ["/staff/mode", "Mode"],
  ["/staff/data-requests", "Data requests"],
  ["/staff/activity", "Activity"],
  ["/analytics", "Analytics"],
  ["/staff/connections", "Connections"],
  [INCIDENTS, "Incidents"],
] as const;

const HEADER_PX = 60;
const NAVBAR_PX = 208;

interface StaffFrameProps {
  /** Unknown on the error page of a frame that could not be loaded. */
  frame: StaffFrameData | undefined;
  children: ReactNode;
}

/** The frame of all staff pages: navigation, search, and the user's own menu. */
export function StaffFrame({ frame, children }: StaffFrameProps) {
  const { pathname, search } = useLocation();
  const address = search === "?mine=1" ? MINE : pathname;
  return (
    <AppShell
      header={{ height: HEADER_PX }}
      navbar={{ width: NAVBAR_PX, breakpoint: "sm", collapsed: { mobile: true } }}
      padding="md"
    >
      <a href="#main" className="frame-skip">
        Skip to content
      </a>
      <AppShell.Header className={styles.header}>
        {/* Keyed by path, so that it closes on navigation. */}
        <details key={pathname} className={styles.menu} data-pages>
          <summary>Menu</summary>
          <div className={styles.list}>
            <Search />
            <nav aria-label="Staff pages">
              <PageLinks address={address} frame={frame} />
            </nav>
          </div>
        </details>
        <a href="/staff" className={styles.brand}>
          {frame?.brand || "Staff"}
        </a>
        <div className={styles.search}>
          <Search />
        </div>
        {frame && <UserMenu {...frame} />}
      </AppShell.Header>
      <AppShell.Navbar component="nav" aria-label="Staff" className={styles.navbar}>
        <PageLinks address={address} frame={frame} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <div className={styles.content}>
          {frame?.incident && (frame.incident.isUnlisted || pathname !== INCIDENTS) && (
            <IncidentBar {...frame.incident} />
          )}
          {children}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

interface PageLinksProps {
  /** The path of the page, or that of the user's own entries. */
  address: string;
  frame: StaffFrameData | undefined;
}

function PageLinks({ address, frame }: PageLinksProps) {
  const isCurrent = (path: string) => (path === address ? "page" : undefined);
  return (
    <>
      {pages.map(([path, label]) => (
        <Fragment key={path}>
          <NavLink
            href={path}
            label={label}
            aria-current={isCurrent(path)}
            rightSection={path === INCIDENTS && frame?.incident ? <OpenIncidentDot /> : undefined}
          />
          {path === QUEUE && frame && (
            <>
              <CountLink path={MINE} label="Mine" count={frame.counts.mine} current={isCurrent} />
              <CountLink
                path={MENTIONS}
                label="Mentions"
                count={frame.counts.mentions}
                current={isCurrent}
              />
            </>
          )}
        </Fragment>
      ))}
    </>
  );
}

/** A count that stops at a limit, such as "100+". */
const formatLimited = (count: number) => (count >= MAX_COUNT ? `${MAX_COUNT}+` : String(count));

interface CountLinkProps {
  path: string;
  label: string;
  /** At most `MAX_COUNT`. */
  count: number;
  current: (path: string) => "page" | undefined;
}

/** A page below the queue, with how much waits there for the user. */
function CountLink({ path, label, count, current }: CountLinkProps) {
  return (
    <NavLink
      href={path}
      label={label}
      pl="xl"
      aria-current={current(path)}
      rightSection={count > 0 ? <strong>{formatLimited(count)}</strong> : undefined}
    />
  );
}

function OpenIncidentDot() {
  return (
    <span className={styles.dot}>
      <span className="unseen">one is open</span>
    </span>
  );
}

/** Staff at work learn of trouble on whatever page they are. */
function IncidentBar({ text, others }: { text: string; others: number }) {
  return (
    <p role="status" className={styles.incident}>
      {text} <a href={INCIDENTS}>{others > 0 ? `See it, and ${others} more` : "See it"}</a>
    </p>
  );
}

/** Searches the queue. */
function Search() {
  return (
    <form method="get" action="/staff">
      <TextInput
        name="q"
        type="search"
        aria-label="Search submissions"
        placeholder="Search submissions"
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
      />
    </form>
  );
}

/** A `details` element, since Mantine's menu needs script. */
function UserMenu({ name, signsOut }: StaffFrameData) {
  return (
    <details className={styles.menu}>
      <summary>
        <span className={styles.name}>{name || "You"}</span>
      </summary>
      <div className={styles.list} data-end>
        <NavLink href="/staff/settings" label="Settings" />
        <NavLink href="/staff/sessions" label="Sessions" />
        {signsOut === "here" && (
          <form method="post" action="/staff/sign-out">
            <Button type="submit" variant="default" fullWidth>
              Sign out
            </Button>
          </form>
        )}
        {signsOut === "access" && <NavLink href="/cdn-cgi/access/logout" label="Sign out" />}
      </div>
    </details>
  );
}
