import "@mantine/core/styles/AppShell.css";
import "@mantine/core/styles/NavLink.css";
import { AppShell, Button, NavLink, TextInput } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import styles from "./staff-frame.module.css";
import type { StaffFrameData } from "./staff-frame.server";

const INCIDENTS = "/staff/incidents";

const pages = [
  ["/staff", "Queue"],
  ["/staff/artists", "Artists"],
  ["/staff/links", "Links"],
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
  const { pathname } = useLocation();
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
              <PageLinks pathname={pathname} frame={frame} />
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
        <PageLinks pathname={pathname} frame={frame} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <div className={styles.content}>
          {frame?.incident && pathname !== INCIDENTS && <IncidentBar {...frame.incident} />}
          {children}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function PageLinks({ pathname, frame }: Omit<StaffFrameProps, "children"> & { pathname: string }) {
  return (
    <>
      {pages.map(([path, label]) => (
        <NavLink
          key={path}
          href={path}
          label={label}
          aria-current={path === pathname ? "page" : undefined}
          rightSection={path === INCIDENTS && frame?.incident ? <OpenIncidentDot /> : undefined}
        />
      ))}
    </>
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
