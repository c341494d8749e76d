import "@mantine/core/styles/AppShell.css";
import "@mantine/core/styles/NavLink.css";
import "@mantine/core/styles/ActionIcon.css";
import "@mantine/core/styles/Kbd.css";
import { AppShell, Button, NavLink } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { IconMenu2 } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { MAX_COUNT } from "~/domain/review/queue-filter";
import { Initials } from "../initials";
import { GoAnywhere } from "./go-anywhere";
import styles from "./staff-frame.module.css";
import type { StaffFrameData } from "./staff-frame.server";
import { INCIDENTS, MENTIONS, MINE, pageGroups, QUEUE } from "./staff-pages";

const HEADER_PX = 52;
const RAIL_PX = 56;
const ICON_PX = 20;

/** An entry has a bar of its own. */
const isEntry = (path: string) => path.startsWith(`${QUEUE}/submissions/`);
/** Whether a page fills the window: the queue, and an entry beside it. */
const isDesk = (path: string) => path === QUEUE || isEntry(path);

interface StaffFrameProps {
  /** Unknown on the error page of a frame that could not be loaded. */
  frame: StaffFrameData | undefined;
  children: ReactNode;
}

/** The frame of all staff pages: navigation, and the user's own menu. */
export function StaffFrame({ frame, children }: StaffFrameProps) {
  const { pathname, search } = useLocation();
  const address = search === "?mine=1" ? MINE : pathname;
  return (
    <AppShell
      className={styles.shell}
      header={{ height: { base: HEADER_PX, sm: 0 }, collapsed: isEntry(pathname) }}
      navbar={{ width: RAIL_PX, breakpoint: "sm", collapsed: { mobile: true } }}
    >
      <a href="#main" className="frame-skip">
        Skip to content
      </a>
      <AppShell.Header className={styles.header}>
        {/* Keyed by path, so that it closes on navigation. */}
        <details key={pathname} className={styles.menu}>
          <summary aria-label="Menu">
            <IconMenu2 size={ICON_PX} aria-hidden="true" />
          </summary>
          <nav className={styles.list} aria-label="Staff pages">
            <PageLinks address={address} frame={frame} />
            {frame && <SignOut {...frame} />}
          </nav>
        </details>
        <Brand frame={frame} />
      </AppShell.Header>
      <AppShell.Navbar component="nav" aria-label="Staff" className={styles.navbar}>
        <Brand frame={frame} />
        <PageLinks address={address} frame={frame} />
        {frame && <UserMenu {...frame} />}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {frame?.incident && (frame.incident.isUnlisted || pathname !== INCIDENTS) && (
          <IncidentBar {...frame.incident} />
        )}
        {isDesk(pathname) ? children : <div className={styles.content}>{children}</div>}
      </AppShell.Main>
      <GoAnywhere />
    </AppShell>
  );
}

/** The label's name, of which a narrow side bar shows the first letter. */
function Brand({ frame }: Pick<StaffFrameProps, "frame">) {
  const brand = frame?.brand || "Staff";
  return (
    <a href={QUEUE} className={styles.brand} aria-label={`${brand}: queue`}>
      {brand.slice(0, 1)}
      <span>{brand.slice(1)}</span>
    </a>
  );
}

interface PageLinksProps {
  /** The path of the page, or that of the user's own entries. */
  address: string;
  frame: StaffFrameData | undefined;
}

function PageLinks({ address, frame }: PageLinksProps) {
  const isCurrent = (path: string) => (path === address ? "page" : undefined);
  const marks: Readonly<Record<string, ReactNode>> = {
    [MENTIONS]: frame && frame.counts.mentions > 0 && <Dot count={frame.counts.mentions} />,
    [INCIDENTS]: frame?.incident && <Dot label="one is open" />,
  };
  return pageGroups.map((pages) => (
    <div key={pages[0]?.[0]} className={styles.group}>
      {pages.map(([path, label, Icon]) => (
        <Fragment key={path}>
          <NavLink
            href={path}
            label={label}
            title={label}
            className={styles.link}
            classNames={{ label: styles.label }}
            leftSection={<Icon size={ICON_PX} stroke={1.5} aria-hidden="true" />}
            aria-current={isCurrent(path)}
            rightSection={marks[path]}
          />
          {path === QUEUE && frame && (
            <NavLink
              href={MINE}
              label="Mine"
              className={`${styles.link} ${styles.sub}`}
              aria-current={isCurrent(MINE)}
              rightSection={
                frame.counts.mine > 0 && (
                  <span className={styles.count}>{formatLimited(frame.counts.mine)}</span>
                )
              }
            />
          )}
        </Fragment>
      ))}
    </div>
  ));
}

/** A count that stops at a limit, such as "100+". */
const formatLimited = (count: number) => (count >= MAX_COUNT ? `${MAX_COUNT}+` : String(count));

/** Says that something waits: how much, beside a dot that a narrow side bar shows alone. */
function Dot({ count, label }: { count?: number; label?: string }) {
  return (
    <>
      {count !== undefined && <span className={styles.count}>{formatLimited(count)}</span>}
      <span className={styles.dot}>{label && <span className="unseen">{label}</span>}</span>
    </>
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

/** A `details` element, since Mantine's menu needs script. */
function UserMenu(frame: StaffFrameData) {
  const name = frame.name || "You";
  return (
    <details className={styles.menu}>
      <summary title={name}>
        <Initials name={name} />
        <span className={styles.label}>{name}</span>
      </summary>
      <div className={styles.list}>
        <SignOut {...frame} />
      </div>
    </details>
  );
}

function SignOut({ signsOut }: StaffFrameData) {
  return (
    <>
      <NavLink href="/staff/sessions" label="Sessions" className={styles.link} />
      {signsOut === "here" && (
        <form method="post" action="/staff/sign-out">
          <Button type="submit" variant="default" fullWidth>
            Sign out
          </Button>
        </form>
      )}
      {signsOut === "access" && (
        <NavLink href="/cdn-cgi/access/logout" label="Sign out" className={styles.link} />
      )}
    </>
  );
}
