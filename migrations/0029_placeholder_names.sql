-- Blank events stored these where nobody had entered a name for Chinese pages. Empty, the names follow the English ones.
UPDATE `events` SET `name_zh` = '' WHERE `template` = 'blank' AND `name_zh` = '您的大会';--> statement-breakpoint
UPDATE `events` SET `organisation_zh` = '' WHERE `template` = 'blank' AND `organisation_zh` = '主办方';
