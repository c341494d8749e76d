import { Box, Paper, Text } from "@mantine/core";

/** A preview of a mail before it is sent. */
export function MailPreview(props: { subject: string; text: string; to: string }) {
  const { subject, text, to } = props;
  return (
    <Paper component="figure" fz="sm" aria-label="The email that goes out">
      <Box component="figcaption" p="sm" bg="gray.0">
        <Text component="span" size="sm" c="dimmed">
          To
        </Text>{" "}
        {to}
        <br />
        <Text component="span" size="sm" c="dimmed">
          Subject
        </Text>{" "}
        <strong>{subject}</strong>
      </Box>
      <Box p="sm" style={{ whiteSpace: "pre-line" }}>
        {text}
      </Box>
    </Paper>
  );
}
