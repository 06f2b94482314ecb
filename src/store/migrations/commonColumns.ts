export const identity = `"id" text primary key,
  "repository_id" text not null references "repositories" ("id")`;

/** Author of a row with tool, branch and commit. */
export const provenance = `"actor" text not null,
  "role" text not null,
  "harness" text,
  "model" text,
  "session" text,
  "lane" text,
  "branch" text,
  "commit_sha" text`;
