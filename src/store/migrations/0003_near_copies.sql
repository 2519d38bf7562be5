-- What tells a paper that was scanned again from one that only looks alike.

ALTER TABLE document ADD COLUMN word_sketch BLOB;
ALTER TABLE document ADD COLUMN copied_content TEXT;
