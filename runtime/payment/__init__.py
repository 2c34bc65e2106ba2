"""What a seat may pay with, and all ways to pay that no other way beats."""
