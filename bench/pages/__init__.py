"""The pages that eyes are measured on: generated ones, real saved ones from packages, and the practice sites."""
