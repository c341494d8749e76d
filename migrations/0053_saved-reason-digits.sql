ALTER TABLE `saved_reasons` ADD `digit` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `saved_reasons_digit_unique` ON `saved_reasons` (`digit`);--> statement-breakpoint
-- Of at most 50 reasons the first nine keep the digit that their place in the alphabet gave them.
UPDATE saved_reasons SET digit = place FROM (SELECT id AS ranked, row_number() OVER (ORDER BY title, id) AS place FROM saved_reasons) WHERE ranked = id AND place <= 9;
