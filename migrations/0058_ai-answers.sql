-- Answers about AI now name the parts. Those of the earlier form are kept, and marked as such.
INSERT INTO backfills (name, created_at) VALUES ('ai-answers', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
