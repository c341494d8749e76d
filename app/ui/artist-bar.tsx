import { Button, Group, Text } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { SIGN_OUT_SCRIPT, watchSignOut } from "~/forms/autosave/sign-out";
import styles from "./artist-bar.module.css";
import { useNonce } from "./nonce";

interface Member {
  /** Artist name, else name, else 'User'. */
  name: string;
  /** The path of their picture, where they have one. */
  picture?: string | undefined;
  /** The draft of this browser, if it belongs to their account. Signing out closes it as well. */
  ownDraft?: string | undefined;
}

const pages = [
  ["/dashboard", "Dashboard"],
  ["/edit-profile", "My Profile"],
  ["/submit", "Submit Music"],
] as const;

/** The bar of a signed-in artist: links into the portal, their name and picture, and sign-out. */
export function ArtistBar({ member: { name, picture, ownDraft } }: { member: Member }) {
  const { pathname } = useLocation();
  const nonce = useNonce();
  useEffect(() => watchSignOut(), []);
  const [initial = ""] = name;
  return (
    <Group
      component="nav"
      justify="space-between"
      wrap="nowrap"
      aria-label="Your account"
      className={styles.bar}
      data-own-draft={ownDraft}
    >
      <a href="/dashboard" className={`eyebrow ${styles.title}`}>
        Artist portal
      </a>
      {/* Keyed by path, so that it closes on navigation. */}
      <details key={pathname} className={styles.menu}>
        <summary className={styles.person}>
          <span className={styles.avatar} aria-hidden="true">
            {picture === undefined ? (
              initial.toUpperCase()
            ) : (
              <img src={picture} alt="" width={160} height={160} />
            )}
          </span>
          <Text span fw={600} miw={0} truncate>
            {name}
          </Text>
        </summary>
        <ul className={styles.list}>
          {pages.map(([path, label]) => (
            <li key={path}>
              <Button
                component="a"
                href={path}
                variant={path === pathname ? "light" : "subtle"}
                radius={0}
                fullWidth
                aria-current={path === pathname ? "page" : undefined}
              >
                {label}
              </Button>
            </li>
          ))}
          <li>
            <form method="post" action="/logout" data-signs-out="">
              <Button type="submit" variant="subtle" radius={0} fullWidth>
                Logout
              </Button>
            </form>
          </li>
        </ul>
      </details>
      {/* Inline, since most pages of the portal load no other script. */}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function as text, which must not be escaped.
        dangerouslySetInnerHTML={{ __html: SIGN_OUT_SCRIPT }}
      />
    </Group>
  );
}
