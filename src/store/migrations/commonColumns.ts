/** Which row it is, of which repository. */
export const identity = `"id" text primary key,
  "repository_id" text not null references "repositories" ("id")`;

/** Who wrote a row, with what, and on which branch and commit. */
export const provenance = `"actor" text not null,
  "role" text not null,
  "harness" text,
  "model" text,
  "session" text,
  "lane" text,
  "branch" text,
  "commit_sha" text`;
