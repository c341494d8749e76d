import { Stack, Text } from "@mantine/core";
import type { Paragraph } from "~/domain/artists/agreement/agreement-text";
import { lastOf } from "~/platform/formats/last-of";

function groupItems(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const last = lastOf(groups);
    if (paragraph.kind === "item" && last?.[0]?.kind === "item") last.push(paragraph);
    else groups.push([paragraph]);
  }
  return groups;
}

/** The text of an agreement, as it was hashed, without its title. */
export function AgreementText({
  paragraphs,
  level: H,
}: {
  paragraphs: readonly Paragraph[];
  /** The heading level that fits the page. */
  level: "h2" | "h3";
}) {
  return (
    <Stack gap="xs" maw="32em">
      {groupItems(paragraphs).map((group) => {
        const [{ kind, text } = { kind: "text", text: "" }] = group;
        if (kind === "title") return null;
        if (kind === "heading")
          return (
            <Text key={text} component={H} size="lg" ff="heading" mt="sm">
              {text}
            </Text>
          );
        if (kind === "text") return <p key={text}>{text}</p>;
        return (
          <Stack key={text} component="ul" gap={4} ps="md">
            {group.map((item) => (
              <li key={item.text}>{item.text}</li>
            ))}
          </Stack>
        );
      })}
    </Stack>
  );
}
