import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { PortalProfile } from "~/domain/artists/portal-profile";
import { profileLinks } from "~/domain/artists/profile-links";
import { StatusChip } from "~/ui/status-chip";
import { ArtistPicture } from "../artist-picture";
import { CompletionBar } from "../completion-bar";
import portal from "../portal.module.css";
import styles from "./profile-card.module.css";

interface ProfileCardProps {
  profile: PortalProfile;
  completion: number;
  missing: readonly string[];
}

/** The artist's profile and its completion. */
export function ProfileCard({ profile, completion, missing }: ProfileCardProps) {
  const { picture, artistName, name, nationality, city, country, biography } = profile;
  const displayName = artistName || name || "User";
  const place = [city, country].filter(Boolean).join(", ");
  const links = profileLinks(profile);
  const from = [nationality, place].filter(Boolean);
  return (
    <Stack component="section" gap="md" aria-labelledby="artist">
      <h2 id="artist">Your profile</h2>
      <Paper p="sm" className={styles.card}>
        <div className={styles.picture}>
          <ArtistPicture src={picture} name={displayName} />
        </div>
        <div>
          <Text fw={600}>{displayName}</Text>
          {from.length > 0 && (
            <Group component="ul" gap="xs" c="dimmed" className={`${portal.list} ${styles.from}`}>
              {from.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </Group>
          )}
          <Group gap="xs">
            <Badge variant="default" size="lg" tt="none">
              {profile.submissionCount} Submission(s)
            </Badge>
            <StatusChip status={profile.status} />
          </Group>
        </div>
        <CompletionBar percent={completion} missing={missing} />
        <Button component={Link} to="/edit-profile" discover="none" variant="default">
          {completion === 100 ? "Edit Profile" : "Complete Profile"}
        </Button>
      </Paper>
      <details>
        <summary className={styles.more}>Biography, links and account email</summary>
        <Stack gap="md">
          {biography && <p className={portal.typed}>{biography}</p>}
          {links.length > 0 && (
            <Group
              component="ul"
              gap="0 24px"
              className={`${portal.list} ${portal.links}`}
              aria-label="Links"
            >
              {links.map((link) => (
                <li key={link.name}>
                  <a href={link.href} rel="noreferrer">
                    {link.name}
                  </a>
                </li>
              ))}
            </Group>
          )}
          <Group component="dl" gap="16px 40px" className={portal.facts}>
            <Fact name="Account email" text={profile.email} />
            <Fact name="PPL ID" text={profile.pplId} />
            <Fact name="PRS ID" text={profile.prsId} />
          </Group>
        </Stack>
      </details>
    </Stack>
  );
}

/** A row of the list; nothing if it has no text. */
function Fact({ name, text }: { name: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
